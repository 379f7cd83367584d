"""The contents of a description: sprite types, rules, endings, and the meaning of the characters of a level.

Names are resolved to numbers. A correct description that is too large for the tables raises VgdlError. Options
without a meaning are ignored, as the language requires, and each of them adds a note.
"""

from typing import NamedTuple

from mcts_lab.errors import ended, instead

from . import vocabulary as words
from .reading import fit, options_of, refuse, score, shown, split, tree, truth
from .tables import NAME, NOBODY, RULES, TYPES

SECTIONS = ("SpriteSet", "LevelMapping", "InteractionSet", "TerminationSet")
KNOWN = {**words.SPRITE, **{k: v for _, options in words.CLASSES.values() for k, v in options.items()}}
MAKING = ("transformTo", "transformIfCount", "transformToSingleton", "spawn", "spawnBehind", "spawnIfHasMore",
          "spawnIfHasLess", "spawnAbove", "spawnLeft", "spawnBelow", "spawnRight")  # effects that make sprites of stype


class Kind(NamedTuple):
    """A sprite type as the description defines it."""

    name: str
    line: int
    sort: str | None  # its class
    options: dict  # name -> Option; options of its ancestors are included
    path: list  # ids from the outermost ancestor to the type itself
    inner: bool  # whether it has subtypes


class Rule(NamedTuple):
    """A line of the interaction set for one pair of types."""

    effect: str
    first: int
    second: int  # NOBODY if the effect is for the edge of the screen or for a time
    values: dict
    line: int


class Description:
    """The contents of a description, with names resolved to numbers."""

    def __init__(self, text):
        self.notes = []  # sentences about ignored words and options
        self.ids = {"wall": 0, "avatar": 1}
        self.kinds = {0: Kind("wall", 0, "Immovable", {}, [0], False),
                      1: Kind("avatar", 0, "MovingAvatar", {}, [1], False)}
        self.subtypes = {0: [0], 1: [1]}
        self.singletons = set()
        self.drawing = [0, 1]
        self.mapping = {"w": [0], "A": [1]}
        self.unmapped = {}  # character -> unknown name and line; an error only if a level has the character
        self.obstacles = None  # types of obstacles, for sprites that search for paths
        self.pairs, self.edges, self.timers, self.endings = [], [], [], []
        root = tree(text)
        self.block = self._game_line(root)
        for section in root.children:
            if not self._section(section):
                break
        if self.obstacles is not None:
            self.obstacles = {self.number(name, root.number) for name in self.obstacles}
        self.drawing.remove(1)
        self.drawing.append(1)

    def _game_line(self, root):
        block = 0
        classes = [word for word in root.words if "=" not in word]
        if classes[:1] != [words.GAME]:
            refuse(root.number, f"{shown(root.words[0])} is not a class of games. Begin the first line with "
                                f"{words.GAME}")
        self._spare(classes[1:], root.number)
        for key, option in options_of(root.words, root.number).items():
            if key == "square_size":
                block = fit(key, option, 0, self.notes)
                if not 2 <= block <= 1000:
                    refuse(root.number, "square_size must be a number of pixels from 2 to 1000, not "
                                        f"{option.text[:20]}")
            elif key == "no_players" and option.text != "1":
                refuse(root.number, "this is a game for several players, but only single-player games can be played "
                                    "here. Use no_players=1")
            elif key == "obs":
                self.obstacles = option.text.split(",")
            elif key not in words.GAME_OPTIONS:
                self._note(option.line, f"a game has no option {shown(key)}, so it is ignored; "
                                        f"{instead(key, words.GAME_OPTIONS)}")
        return block

    def _note(self, line, sentence):
        self.notes.append(f"Line {line}: {ended(sentence)}")

    def _spare(self, spare, line):
        """Add a note about words of a line that have no meaning."""
        for word in spare:
            self._note(line, f"{shown(word)} has no meaning here, so it is ignored")

    @property
    def rules(self):
        """All lines of the interaction set, and the effects that lines with addTimer start."""
        lines = (*self.pairs, *self.edges, *self.timers)
        started = [rule._replace(effect=rule.values["ftype"], values=rule.values["started"]) for rule in lines
                   if rule.effect == "addTimer"]
        return (*lines, *started)

    def _section(self, section):
        """Read a section; return False if the framework reads no further."""
        name = section.words[0]
        if name not in SECTIONS:
            refuse(section.number, f"{shown(name)} is not a section of a description. {instead(name, SECTIONS)}")
        self._spare(section.words[1:], section.number)
        if name == "SpriteSet":
            self._sprites(section.children, None, {}, [])
        else:
            read = {"LevelMapping": self._mapping, "InteractionSet": self._interaction,
                    "TerminationSet": self._ending}[name]
            for line in section.children:
                if read(line) is False:
                    return False
                if line.children:
                    refuse(line.children[0].number, "this line is indented more than the one before it, "
                                                    f"but all lines of the {name} must have the same indentation")
        return True

    # -----------------------------------------------------------------------------------------------------------------
    # Sprites

    def _sprites(self, lines, inherited, options, path):
        """Read sprite types with the same parent; return the ids of these types and their subtypes, in order."""
        below = []
        for line in lines:
            left, right = split(line)
            if len(left) != 1:
                refuse(line.number, "a sprite needs exactly one name before its '>'. Write NAME > CLASS")
            name = left[0]
            if name in ("EOS", "TIME") or len(name.encode()) > NAME:
                refuse(line.number, f"{shown(name)} cannot be the name of a sprite. Choose another name")
            own = self._class(right, inherited, line.number)
            mine = options_of(right, line.number)
            self._check_options(mine)
            if name not in self.ids:
                if len(self.ids) == TYPES:
                    refuse(line.number, f"there are more than {TYPES} types of sprites. Use fewer")
                self.ids[name] = len(self.ids)
            elif self.kinds[self.ids[name]].line:
                self._note(line.number, f"the sprite {shown(name)} is also defined in line "
                                        f"{self.kinds[self.ids[name]].line}; that line is ignored")
            number = self.ids[name]
            if number in path:
                refuse(line.number, f"{shown(name)} is indented below itself. Give one of them another name")
            if "singleton" in mine and truth("singleton", mine["singleton"]):
                self.singletons.add(number)
            merged = {**options, **mine}
            here = [*path, number]
            sort = inherited if inherited is not None else own
            self.kinds[number] = Kind(name, line.number, sort, merged, here, bool(line.children))
            if line.children:
                under = self._sprites(line.children, own or inherited, merged, here)
                self.subtypes[number] = list(dict.fromkeys([*here, *under]))
            else:
                if number in self.drawing:
                    self.drawing.remove(number)
                self.drawing.append(number)
                self.subtypes[number] = here
            below += self.subtypes[number]
            self._note_unused(name, mine, self.subtypes[number][len(path):])
        return below

    def _class(self, right, inherited, line):
        """Return the class in a line of the sprites, or None. Add a note if the class of an ancestor overrides it."""
        own = None
        for word in right:
            if "=" not in word:
                if word not in words.CLASSES:
                    refuse(line, f"{shown(word)} is not a class of sprites. {instead(word, words.CLASSES)}")
                if own is not None:
                    self._note(line, f"the class {own} is ignored, because {word} comes after it")
                own = word
        if own is not None and inherited not in (None, own):
            self._note(line, f"the class {own} is ignored, because the sprite above it in the tree has the class "
                             f"{inherited}")
        return own

    def _note_unused(self, name, options, kinds):
        """Add a note about each option that is ignored: neither the class of the type nor that of a subtype has it."""
        classes = {self.kinds[kind].sort for kind in kinds} - {None}
        used = set(words.SPRITE).union(*(words.CLASSES[sort][1] for sort in classes))
        for key, option in options.items():
            if classes and key in KNOWN and key not in used:
                self._note(option.line, f"{' or '.join(sorted(classes))} has no option {shown(key)}, so it is ignored "
                                        f"for {shown(name)}")

    def _check_options(self, options):
        for key, option in options.items():
            if key == "physicstype" and option.text.upper() != "GRID":
                refuse(option.line, f"physicstype={option.text[:20]} is not supported. Leave it out to use the physics "
                                    "of a grid")
            elif key in KNOWN:
                fit(key, option, KNOWN[key], self.notes)
            elif key == "hidden":
                truth(key, option)
            elif key not in words.SILENT and key != "physicstype":
                self._note(option.line, f"no sprite has an option {shown(key)}, so it is ignored; "
                                        f"{instead(key, KNOWN)}")

    def number(self, name, line):
        """Return the id of a type."""
        if name not in self.ids:
            refuse(line, f"there is no sprite {shown(name)}. {instead(name, self.ids)}")
        return self.ids[name]

    def members(self, kind):
        """Return a type and its subtypes, in order. As in the framework, its ancestors are in the list too."""
        return self.subtypes[kind]

    def value(self, kind, key):
        """Return the value of a type's option, or the class's default. None: the class does not have the option."""
        about = self.kinds[kind]
        defaults = {**words.SPRITE, **words.CLASSES[about.sort][1]}
        if key not in defaults:
            return None
        value = fit(key, about.options[key], defaults[key], []) if key in about.options else defaults[key]
        return words.DIRECTIONS.get(value, (0.0, 0.0)) if "orientation" in key and isinstance(value, str) else value

    def named(self, kind, key):
        """Return the types in an option that is a list of names."""
        text = self.value(kind, key)
        if not text:
            return []
        return [self.number(name, self.kinds[kind].options[key].line) for name in text.split(",")]

    # -----------------------------------------------------------------------------------------------------------------
    # The other sections

    def _mapping(self, line):
        left, right = split(line)
        if not left or len(left[0]) != 1:
            refuse(line.number, "a line of the level mapping needs exactly one character before its '>'. Write "
                                "CHARACTER > SPRITES")
        if not right:
            refuse(line.number, f"the character {shown(left[0])} has no sprite. Write one after the '>'")
        self._spare(left[1:], line.number)
        self.unmapped.pop(left[0], None)
        self.mapping[left[0]] = [self.ids[name] for name in right if name in self.ids]
        for kind in self.mapping[left[0]]:
            self.instance(kind, line.number)
        for name in right:
            if name not in self.ids:
                self.unmapped[left[0]] = name, line.number
                self._note(line.number, f"there is no sprite {shown(name)}, so no level can use the character "
                                        f"{shown(left[0])}. {instead(name, self.ids)}")

    def mapped(self, character):
        """Return the types that a character of a level stands for."""
        if character in self.unmapped:
            self.number(*self.unmapped[character])
        return self.mapping[character]

    def bars(self, kind, taken):
        """Return whether a singleton forbids this type in a level that already has the types in `taken`."""
        mine = self.singletons & set(self.kinds[kind].path)
        if any(taken & set(self.subtypes[single]) for single in mine):
            return True
        taken.add(kind)
        return False

    def instance(self, kind, line):
        """Raise VgdlError if there can be no sprites of this type."""
        if self.kinds[kind].sort is None:
            refuse(line, f"the sprite {shown(self.kinds[kind].name)} has no class, so it cannot be made. Give it a "
                         "class")

    def _interaction(self, line):
        left, right = split(line)
        left = [word.upper() if word.upper() in ("EOS", "TIME") and word not in self.ids else word for word in left]
        if len(left) < 2:
            refuse(line.number, "an interaction needs two names before its '>'. Write two sprites, or one sprite and "
                                "EOS or TIME")
        effects = [word for word in right if "=" not in word]
        if len(effects) != 1:
            refuse(line.number, "an interaction needs exactly one effect after its '>'. Write one")
        name = effects[0]
        if name in words.ENDS_READING:
            self._note(line.number, f"{name} is not an effect of the framework, which reads no further than this line, "
                                    "so what stands below it is ignored")
            return False
        if name not in words.EFFECTS:
            refuse(line.number, f"{shown(name)} is not an effect. {instead(name, words.EFFECTS)}")
        timed = "TIME" in left
        given = options_of(right, line.number)
        values = self._values(name, given, timed, line.number)
        for partner in left[1:]:
            first = left[0]
            if first in ("EOS", "TIME"):
                first, partner = partner, first
            if first in ("EOS", "TIME"):
                refuse(line.number, "EOS and TIME need the name of a sprite in the same line. Add one")
            rule = Rule(name, self.number(first, line.number), NOBODY, values, line.number)
            if partner in ("EOS", "TIME") and words.EFFECTS[name][2]:
                refuse(line.number, f"{name} needs two sprites, but {partner} is not a sprite. Name two sprites")
            if partner == "EOS":
                self.edges.append(rule)
            elif partner == "TIME":
                self.timers.append(rule)
            else:
                rule = rule._replace(second=self.number(partner, line.number))
                self.pairs += [rule] * min(max(values["repeat"], 1), RULES + 1)
        return True

    def _values(self, name, given, timed, line):
        """Return the values of an effect's options, with names resolved to ids."""
        known = {**words.EFFECT, **words.EFFECTS[name][1], **(words.TIMED if timed else {})}
        own = known
        if name == "addTimer":
            known = {**known, **self._started(given, line)}
        values = dict(known)
        for key, option in given.items():
            if key not in known:
                self._note(option.line, f"{name} has no option {shown(key)}, so it is ignored. {instead(key, known)}")
            elif key not in ("scoreChange", "scoreChangeIfKilled"):
                values[key] = fit(key, option, known[key], self.notes)
        for key in ("scoreChange", "scoreChangeIfKilled"):
            values[key] = score(key, given[key]) if key in given else 0
        self._resolve(values["ftype"] if name == "addTimer" else name, values, line)
        if name == "addTimer":
            return {**{key: values[key] for key in own}, "scoreChange": values["scoreChange"],
                    "scoreChangeIfKilled": 0, "started": {**values, "prob": values.get("prob", 0.0)}}
        return values

    def _started(self, given, line):
        """Return the options of the effect that an addTimer starts."""
        if "ftype" not in given:
            refuse(line, "addTimer has no effect to start. Add ftype=EFFECT")
        name = given["ftype"].text
        if name not in words.APART:
            refuse(given["ftype"].line, f"addTimer can only start an effect that needs no sprites, not "
                                        f"{shown(name)}. {instead(name, words.APART)}")
        return words.EFFECTS[name][1]

    def _resolve(self, name, values, line):
        """Replace names of types by ids."""
        for key in words.NEEDED.get(name, ()):
            if not values[key]:
                refuse(line, f"{name} has no {key}. Add {key}=NAME")
        for key in ("stype", "stypeTo", "stypeCount", "estype", "stype_other", "resource", "heldResource"):
            if key in values:
                values[key] = self.number(values[key], line) if values[key] else NOBODY
        for key, made in (("stype", name in MAKING), ("stypeTo", True), ("estype", True), ("stype_other", True)):
            if made and values.get(key, NOBODY) != NOBODY:
                self.instance(values[key], line)
        if "notStype" in values:
            values["notStype"] = [self.number(n, line) for n in values["notStype"].split(",") if n]
        if name == "shieldFrom" and values["ftype"] not in words.EFFECTS:
            refuse(line, f"{shown(values['ftype'])} is not an effect. {instead(values['ftype'], words.EFFECTS)}")

    def _ending(self, line):
        sorts = [word for word in line.words if "=" not in word]
        if len(sorts) != 1:
            refuse(line.number, "a termination needs exactly one class. Write its name, then its options")
        name = sorts[0]
        if name not in words.ENDINGS:
            refuse(line.number, f"{shown(name)} is not a termination. {instead(name, words.ENDINGS)}")
        number, own, needed = words.ENDINGS[name]
        known = {**words.ENDING, **own}
        values = dict(known)
        for key, option in options_of(line.words, line.number).items():
            if key in known:
                values[key] = fit(key, option, known[key], self.notes)
            else:
                self._note(option.line, f"{name} has no option {shown(key)}, so it is ignored. {instead(key, known)}")
        for key in needed:
            if not values[key]:
                refuse(line.number, f"{name} has no {key}. Add {key}=NAME")
        for key in ("stype", "stype1", "stype2", "stype3"):
            if values.get(key):
                values[key] = self.number(values[key], line.number)
            elif key in values:
                values[key] = NOBODY
        self.endings.append((number, values, line.number))
