def picture_of(kind, number):
    return 0, 0
