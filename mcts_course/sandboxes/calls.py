"""The system calls that a submission may not make, as a program for Linux's seccomp filter.

The filter refuses calls that could leave the sandbox or evade its limits: keys, namespaces and mounts, other
processes' memory, memory that no limit counts, and parts of the kernel that few programs need.
"""

import errno
import struct

# The number of each call on x86-64 and on 64-bit Arm.
FORBIDDEN = {
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "shmget": (29, 194), "shmctl": (31, 195), "shmat": (30, 196), "shmdt": (67, 197),
    "msgget": (68, 186), "msgctl": (71, 187), "msgrcv": (70, 188), "msgsnd": (69, 189),
    "semget": (64, 190), "semctl": (66, 191), "semtimedop": (220, 192), "semop": (65, 193),
    "mq_open": (240, 180), "mq_unlink": (241, 181), "memfd_create": (319, 279), "memfd_secret": (447, 447),
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "chroot": (161, 51), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "quotactl": (179, 60), "quotactl_fd": (443, 443),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438), "process_madvise": (440, 440), "bpf": (321, 280), "perf_event_open": (298, 241),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "fanotify_init": (300, 262), "lookup_dcookie": (212, 18), "syslog": (103, 116),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "acct": (163, 89), "swapon": (167, 224), "swapoff": (168, 225),
    "reboot": (169, 142), "settimeofday": (164, 170), "clock_settime": (227, 112), "adjtimex": (159, 171),
    "clock_adjtime": (305, 266), "vhangup": (153, 58), "personality": (135, 92),
}
X86_ONLY = (154, 172, 173, 134)  # modify_ldt, iopl, ioperm, uselib
MACHINES = {"x86_64": (0xC000003E, 56), "aarch64": (0xC00000B7, 220)}  # machine (kernel name), clone
CLONE3, LAST = 435, 450  # the flags of clone3 cannot be seen from a filter; later calls are not known here
NAMESPACES = 0x7E020000  # flags of clone
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000  # return values of a filter
LOAD, JUMP_EQUAL, JUMP_ABOVE, JUMP_ANY, ANSWER = 0x20, 0x15, 0x25, 0x45, 0x06  # instructions of a filter


def program(machine) -> bytes:
    """Return the filter for a machine, named as by `platform.machine`. Raises ValueError for an unknown machine."""
    if machine not in MACHINES:
        raise ValueError(f"the system calls of {machine} are not known here")
    kernel, clone = MACHINES[machine]
    column = list(MACHINES).index(machine)
    numbers = [*(row[column] for row in FORBIDDEN.values()), *(X86_ONLY if column == 0 else ())]
    refused, missing = REFUSE | errno.EPERM, REFUSE | errno.ENOSYS
    steps = [(LOAD, 0, 0, 4), (JUMP_EQUAL, 1, 0, kernel), (ANSWER, 0, 0, KILL), (LOAD, 0, 0, 0)]
    for code, limit, answer in ((JUMP_ABOVE, LAST, missing), (JUMP_EQUAL, CLONE3, missing),
                                *((JUMP_EQUAL, number, refused) for number in numbers)):
        steps += [(code, 0, 1, limit), (ANSWER, 0, 0, answer)]
    steps += [(JUMP_EQUAL, 0, 2, clone), (LOAD, 0, 0, 16), (JUMP_ANY, 1, 0, NAMESPACES), (ANSWER, 0, 0, ALLOW),
              (ANSWER, 0, 0, refused)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
