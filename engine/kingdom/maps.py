"""The fixed maps, and the sizes of random ones.

A line of a map is `id x y tax castle garrison neighbours`. The castle is `home<seat>`, `neutral` or
`-`; the garrison counts swordsmen (s) and knights (k). Ids beginning with r are land, with z sea.
Every seat's part of a map is the same part turned around the middle.
"""

from typing import Final, NamedTuple


class FixedMap(NamedTuple):
    """A map as it is written down."""

    title: str
    seats: int
    width: int
    height: int
    castles_to_win: int
    max_rounds: int
    lines: str


class RandomSize(NamedTuple):
    """How large a random map is: per wedge, and the goals that go with it."""

    rings: int
    columns: int
    seas: int
    castles: int
    castles_to_win_two: int
    castles_to_win_more: int
    max_rounds: int


RANDOM_TITLE: Final = "Random Realm"
RANDOM_CANVAS: Final = 1000
RANDOM_SIZES: Final = {
    "small": RandomSize(3, 3, 2, 1, 4, 5, 40),
    "medium": RandomSize(3, 4, 3, 2, 5, 7, 50),
    "large": RandomSize(4, 4, 5, 3, 7, 8, 60),
}
RANDOM_TAXES: Final = [1, 1, 1, 2, 2]
RANDOM_CASTLE_TAX: Final = 3
RANDOM_CENTRE_TAX: Final = 4
RANDOM_ATTEMPTS: Final = 200
RANDOM_GARRISONS: Final = ["2s", "2s", "3s"]
CENTRE_GARRISON: Final = "2s+1k"

FIXED_MAPS: Final = {
    "duel": FixedMap(
        "Twin Fords",
        2,
        1000,
        600,
        4,
        40,
        """
        r1 110 300 4 home1 - r2,r3,z1
        r2 250 180 1 - - r1,r4,r5,r6
        r3 250 420 1 - - r1,r4,r12,z1,z2
        r4 380 300 2 - - r2,r3,r6,r13
        r5 300 60 3 neutral 2s r2,r6,z4
        r6 450 150 1 - - r2,r4,r5,r9,r13,z4
        r7 890 300 4 home2 - r8,r9,z3
        r8 750 420 1 - - r7,r10,r11,r12
        r9 750 180 1 - - r6,r7,r10,z3,z4
        r10 620 300 2 - - r8,r9,r12,r13
        r11 700 540 3 neutral 2s r8,r12,z2
        r12 550 450 1 - - r3,r8,r10,r11,r13,z2
        r13 500 300 3 neutral 3s r4,r6,r10,r12
        z1 150 520 0 - - r1,r3,z2
        z2 420 550 0 - - r3,r11,r12,z1
        z3 850 80 0 - - r7,r9,z4
        z4 580 50 0 - - r5,r6,r9,z3
        """,
    ),
    "strait": FixedMap(
        "The Narrow Strait",
        2,
        1000,
        600,
        5,
        50,
        """
        r1 110 300 4 home1 - r2,r3,z1
        r2 180 160 1 - - r1,r4,r6,z1
        r3 180 440 1 - - r1,r5,r7,z1
        r4 60 60 2 neutral 2s r2
        r5 60 540 2 - - r3
        r6 320 120 2 - - r2,r9,z1,z2
        r7 320 480 1 - - r3,r8,z1,z3
        r8 440 560 3 neutral 3s r7,r18,z3
        r9 480 40 1 - - r6,r17,z2,z6
        r10 890 300 4 home2 - r11,r12,z4
        r11 820 440 1 - - r10,r13,r15,z4
        r12 820 160 1 - - r10,r14,r16,z4
        r13 940 540 2 neutral 2s r11
        r14 940 60 2 - - r12
        r15 680 480 2 - - r11,r18,z4,z5
        r16 680 120 1 - - r12,r17,z4,z6
        r17 560 40 3 neutral 3s r9,r16,z6
        r18 520 560 1 - - r8,r15,z3,z5
        r19 500 300 4 neutral 2s+1k z2,z3,z5,z6
        z1 270 300 0 - - r1,r2,r3,r6,r7,z2,z3
        z2 430 200 0 - - r6,r9,r19,z1,z3,z6
        z3 430 400 0 - - r7,r8,r18,r19,z1,z2,z5
        z4 730 300 0 - - r10,r11,r12,r15,r16,z5,z6
        z5 570 400 0 - - r15,r18,r19,z3,z4,z6
        z6 570 200 0 - - r9,r16,r17,r19,z2,z4,z5
        """,
    ),
    "crowns": FixedMap(
        "Three Crowns",
        3,
        1000,
        1000,
        5,
        50,
        """
        r1 500 154 4 home1 - r2,r3,z1,z2
        r2 380 259 1 - - r1,r4,r17,r18
        r3 620 259 1 - - r1,r4,r5,r6
        r4 500 327 2 - - r2,r3,r6,r18,r19
        r5 799 327 3 neutral 2s r3,r6,r8,z2,z3
        r6 683 394 1 - - r3,r4,r5,r8,r10
        r7 799 673 4 home2 - r8,r9,z3,z4
        r8 768 517 1 - - r5,r6,r7,r10
        r9 649 724 1 - - r7,r10,r11,r12
        r10 650 586 2 - - r6,r8,r9,r12,r19
        r11 500 846 3 neutral 2s r9,r12,r14,z4,z5
        r12 500 711 1 - - r9,r10,r11,r14,r16
        r13 201 673 4 home3 - r14,r15,z5,z6
        r14 351 724 1 - - r11,r12,r13,r16
        r15 232 517 1 - - r13,r16,r17,r18
        r16 350 586 2 - - r12,r14,r15,r18,r19
        r17 201 327 3 neutral 2s r2,r15,r18,z1,z6
        r18 317 394 1 - - r2,r4,r15,r16,r17
        r19 500 500 3 neutral 2s+1k r4,r10,r16
        z1 267 97 0 - - r1,r17,z2,z6
        z2 733 97 0 - - r1,r5,z1,z3
        z3 966 500 0 - - r5,r7,z2,z4
        z4 733 903 0 - - r7,r11,z3,z5
        z5 267 903 0 - - r11,r13,z4,z6
        z6 34 500 0 - - r13,r17,z1,z5
        """,
    ),
    "winds": FixedMap(
        "Four Winds",
        4,
        1000,
        1000,
        7,
        60,
        """
        r1 500 106 4 home1 - r2,r3,z1
        r2 389 193 1 - - r1,r4,r26,r27
        r3 611 193 1 - - r1,r4,r5,r6
        r4 500 260 2 - - r2,r3,r7,r28,z3
        r5 785 215 3 neutral 2s r3,r6,r9,z2
        r6 704 296 1 - - r3,r5,r7,r9
        r7 629 371 2 neutral 3s r4,r6,r11,z3,z6
        r8 894 500 4 home2 - r9,r10,z4
        r9 807 389 1 - - r5,r6,r8,r11
        r10 807 611 1 - - r8,r11,r12,r13
        r11 740 500 2 - - r7,r9,r10,r14,z6
        r12 785 785 3 neutral 2s r10,r13,r16,z5
        r13 704 704 1 - - r10,r12,r14,r16
        r14 629 629 2 neutral 3s r11,r13,r18,z6,z9
        r15 500 894 4 home3 - r16,r17,z7
        r16 611 807 1 - - r12,r13,r15,r18
        r17 389 807 1 - - r15,r18,r19,r20
        r18 500 740 2 - - r14,r16,r17,r21,z9
        r19 215 785 3 neutral 2s r17,r20,r23,z8
        r20 296 704 1 - - r17,r19,r21,r23
        r21 371 629 2 neutral 3s r18,r20,r25,z9,z12
        r22 106 500 4 home4 - r23,r24,z10
        r23 193 611 1 - - r19,r20,r22,r25
        r24 193 389 1 - - r22,r25,r26,r27
        r25 260 500 2 - - r21,r23,r24,r28,z12
        r26 215 215 3 neutral 2s r2,r24,r27,z11
        r27 296 296 1 - - r2,r24,r26,r28
        r28 371 371 2 neutral 3s r4,r25,r27,z3,z12
        r29 500 500 4 neutral 2s+1k z3,z6,z9,z12
        z1 500 25 0 - - r1,z2,z11
        z2 836 164 0 - - r5,z1,z4
        z3 500 375 0 - - r4,r7,r28,r29,z6,z12
        z4 975 500 0 - - r8,z2,z5
        z5 836 836 0 - - r12,z4,z7
        z6 625 500 0 - - r7,r11,r14,r29,z3,z9
        z7 500 975 0 - - r15,z5,z8
        z8 164 836 0 - - r19,z7,z10
        z9 500 625 0 - - r14,r18,r21,r29,z6,z12
        z10 25 500 0 - - r22,z8,z11
        z11 164 164 0 - - r26,z1,z10
        z12 375 500 0 - - r21,r25,r28,r29,z3,z9
        """,
    ),
    "isles": FixedMap(
        "Sundered Isles",
        4,
        1000,
        1000,
        6,
        60,
        """
        r1 500 97 4 home1 - r2,r3,z1,z2
        r2 436 190 2 - - r1,r3,z1,z4,z15
        r3 564 190 2 - - r1,r2,z2,z3,z4
        r4 833 167 3 neutral 2s z2,z5
        r5 500 337 2 neutral 2s z3,z4,z15
        r6 903 500 4 home2 - r7,r8,z5,z6
        r7 810 436 2 - - r6,r8,z3,z5,z8
        r8 810 564 2 - - r6,r7,z6,z7,z8
        r9 833 833 3 neutral 2s z6,z9
        r10 663 500 2 neutral 2s z3,z7,z8
        r11 500 903 4 home3 - r12,r13,z9,z10
        r12 564 810 2 - - r11,r13,z7,z9,z12
        r13 436 810 2 - - r11,r12,z10,z11,z12
        r14 167 833 3 neutral 2s z10,z13
        r15 500 663 2 neutral 2s z7,z11,z12
        r16 97 500 4 home4 - r17,r18,z13,z14
        r17 190 564 2 - - r16,r18,z11,z13,z16
        r18 190 436 2 - - r16,r17,z14,z15,z16
        r19 167 167 3 neutral 2s z1,z14
        r20 337 500 2 neutral 2s z11,z15,z16
        r21 500 500 4 neutral 2s+1k z3,z7,z11,z15
        z1 330 124 0 - - r1,r2,r19,z14,z15
        z2 670 124 0 - - r1,r3,r4,z3,z5
        z3 676 324 0 - - r3,r5,r7,r10,r21,z2,z4,z5,z8
        z4 500 260 0 - - r2,r3,r5,z3,z15
        z5 876 330 0 - - r4,r6,r7,z2,z3
        z6 876 670 0 - - r6,r8,r9,z7,z9
        z7 676 676 0 - - r8,r10,r12,r15,r21,z6,z8,z9,z12
        z8 740 500 0 - - r7,r8,r10,z3,z7
        z9 670 876 0 - - r9,r11,r12,z6,z7
        z10 330 876 0 - - r11,r13,r14,z11,z13
        z11 324 676 0 - - r13,r15,r17,r20,r21,z10,z12,z13,z16
        z12 500 740 0 - - r12,r13,r15,z7,z11
        z13 124 670 0 - - r14,r16,r17,z10,z11
        z14 124 330 0 - - r16,r18,r19,z1,z15
        z15 324 324 0 - - r2,r5,r18,r20,r21,z1,z4,z14,z16
        z16 260 500 0 - - r17,r18,r20,z11,z15
        """,
    ),
    "pentacle": FixedMap(
        "Five Marches",
        5,
        1000,
        1000,
        6,
        60,
        """
        r1 500 154 4 home1 - r2,r3,z1,z2
        r2 427 241 1 - - r1,r4,r29,r30
        r3 573 241 1 - - r1,r4,r5,r6
        r4 500 327 2 - - r2,r3,r6,r30,r31
        r5 703 220 3 neutral 2s r3,r6,r8,z2,z3
        r6 624 329 1 - - r3,r4,r5,r8,r10
        r7 829 393 4 home2 - r8,r9,z3,z4
        r8 723 350 1 - - r5,r6,r7,r10
        r9 769 490 1 - - r7,r10,r11,r12
        r10 664 447 2 - - r6,r8,r9,r12,r31
        r11 829 607 3 neutral 2s r9,r12,r14,z4,z5
        r12 701 565 1 - - r9,r10,r11,r14,r16
        r13 703 780 4 home3 - r14,r15,z5,z6
        r14 711 666 1 - - r11,r12,r13,r16
        r15 593 752 1 - - r13,r16,r17,r18
        r16 602 640 2 - - r12,r14,r15,r18,r31
        r17 500 846 3 neutral 2s r15,r18,r20,z6,z7
        r18 500 711 1 - - r15,r16,r17,r20,r22
        r19 297 780 4 home4 - r20,r21,z7,z8
        r20 407 752 1 - - r17,r18,r19,r22
        r21 289 666 1 - - r19,r22,r23,r24
        r22 398 640 2 - - r18,r20,r21,r24,r31
        r23 171 607 3 neutral 2s r21,r24,r26,z8,z9
        r24 299 565 1 - - r21,r22,r23,r26,r28
        r25 171 393 4 home5 - r26,r27,z9,z10
        r26 231 490 1 - - r23,r24,r25,r28
        r27 277 350 1 - - r25,r28,r29,r30
        r28 336 447 2 - - r24,r26,r27,r30,r31
        r29 297 220 3 neutral 2s r2,r27,r30,z1,z10
        r30 376 329 1 - - r2,r4,r27,r28,r29
        r31 500 500 3 neutral 2s+1k r4,r10,r16,r22,r28
        z1 356 57 0 - - r1,r29,z2,z10
        z2 644 57 0 - - r1,r5,z1,z3
        z3 877 226 0 - - r5,r7,z2,z4
        z4 966 500 0 - - r7,r11,z3,z5
        z5 877 774 0 - - r11,r13,z4,z6
        z6 644 943 0 - - r13,r17,z5,z7
        z7 356 943 0 - - r17,r19,z6,z8
        z8 123 774 0 - - r19,r23,z7,z9
        z9 34 500 0 - - r23,r25,z8,z10
        z10 123 226 0 - - r25,r29,z1,z9
        """,
    ),
    "realms": FixedMap(
        "Six Realms",
        6,
        1000,
        1000,
        7,
        60,
        """
        r1 500 154 4 home1 - r2,r3,z1,z2
        r2 439 238 1 - - r1,r4,r35,r36
        r3 561 238 1 - - r1,r4,r5,r6
        r4 500 327 2 - - r2,r3,r6,r36,r37
        r5 673 201 3 neutral 2s r3,r6,r8,z2,z3
        r6 606 317 1 - - r3,r4,r5,r8,r10
        r7 799 327 4 home2 - r8,r9,z3,z4
        r8 696 316 1 - - r5,r6,r7,r10
        r9 757 422 1 - - r7,r10,r11,r12
        r10 650 414 2 - - r6,r8,r9,r12,r37
        r11 846 500 3 neutral 2s r9,r12,r14,z4,z5
        r12 711 500 1 - - r9,r10,r11,r14,r16
        r13 799 673 4 home3 - r14,r15,z5,z6
        r14 757 578 1 - - r11,r12,r13,r16
        r15 696 684 1 - - r13,r16,r17,r18
        r16 650 586 2 - - r12,r14,r15,r18,r37
        r17 673 799 3 neutral 2s r15,r18,r20,z6,z7
        r18 606 683 1 - - r15,r16,r17,r20,r22
        r19 500 846 4 home4 - r20,r21,z7,z8
        r20 561 762 1 - - r17,r18,r19,r22
        r21 439 762 1 - - r19,r22,r23,r24
        r22 500 673 2 - - r18,r20,r21,r24,r37
        r23 327 799 3 neutral 2s r21,r24,r26,z8,z9
        r24 394 683 1 - - r21,r22,r23,r26,r28
        r25 201 673 4 home5 - r26,r27,z9,z10
        r26 304 684 1 - - r23,r24,r25,r28
        r27 243 578 1 - - r25,r28,r29,r30
        r28 350 586 2 - - r24,r26,r27,r30,r37
        r29 154 500 3 neutral 2s r27,r30,r32,z10,z11
        r30 289 500 1 - - r27,r28,r29,r32,r34
        r31 201 327 4 home6 - r32,r33,z11,z12
        r32 243 422 1 - - r29,r30,r31,r34
        r33 304 316 1 - - r31,r34,r35,r36
        r34 350 414 2 - - r30,r32,r33,r36,r37
        r35 327 201 3 neutral 2s r2,r33,r36,z1,z12
        r36 394 317 1 - - r2,r4,r33,r34,r35
        r37 500 500 3 neutral 2s+1k r4,r10,r16,r22,r28,r34
        z1 379 50 0 - - r1,r35,z2,z12
        z2 621 50 0 - - r1,r5,z1,z3
        z3 829 171 0 - - r5,r7,z2,z4
        z4 950 379 0 - - r7,r11,z3,z5
        z5 950 621 0 - - r11,r13,z4,z6
        z6 829 829 0 - - r13,r17,z5,z7
        z7 621 950 0 - - r17,r19,z6,z8
        z8 379 950 0 - - r19,r23,z7,z9
        z9 171 829 0 - - r23,r25,z8,z10
        z10 50 621 0 - - r25,r29,z9,z11
        z11 50 379 0 - - r29,r31,z10,z12
        z12 171 171 0 - - r31,r35,z1,z11
        """,
    ),
}
