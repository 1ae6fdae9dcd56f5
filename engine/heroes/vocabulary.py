"""Every verb of Heroes vs Warlords for bot authors: what it does, by which rules."""

from typing import Final

from pentarch.engine.heroes import commands as verbs
from pentarch.engine.manual import verb_entries

VERBS: Final = verb_entries(
    "HW",
    (
        verbs.BUY,
        "unit count",
        "Buys units of level 1, 2 or 3 for the army of a new Hero. Each costs its level of "
        "the budget; at most three are of level 3.",
        "5.1.a 5.1.c D.army",
        "buy l1 5",
    ),
    (
        verbs.DONE,
        "",
        "Ends a purchase of units, the attacks of a step, the spending of honour, or production.",
        "D.army 8.3.b 19.11.b 17.3.c D.prod",
        "done",
    ),
    (
        verbs.VOTE,
        "method",
        "Votes for a combat method: 1 Arena, 2 Battle Display, 3 and 4 the same with "
        "advanced hits.",
        "19.0.a 19.0.b 19.0.c",
        "vote 1",
    ),
    (
        verbs.VOTE_KEEP,
        "",
        "Votes to keep the combat method; it changes only if all want the same other one.",
        "19.0.c D.method",
        "vote keep",
    ),
    (
        verbs.PLACE,
        "place",
        "Lays the own start tile on a place at the edge of the map.",
        "5.3.2.d 5.3.2.e D.place",
        "place e1",
    ),
    (verbs.CAMP_STAY, "", "Leaves the Camp where it is.", "7.4.a D.camp", "camp stay"),
    (
        verbs.CAMP,
        "direction",
        "Moves the Camp with its garrison one hex; Heroes in it stay behind.",
        "7.4.a 7.4.b 7.4.f",
        "camp n",
    ),
    (
        verbs.CAMP_WITH,
        "direction heroes",
        "Moves the Camp with its garrison and these Heroes one hex; they keep their "
        "movement points.",
        "7.4.a 7.4.b 7.4.f",
        "camp n with 1",
    ),
    (
        verbs.MOVE,
        "hero direction",
        "Moves a Hero and his army one hex. What is there is dealt with at once: a tile is "
        "turned over, enemies or guards are fought, the hex gives its benefit.",
        "7.1.a 7.1.b 7.1.3.b",
        "move 1 n",
    ),
    (
        verbs.TAKE,
        "hero unit count section",
        "Takes units that wait in the Hero's hex into a section of his army: in an own "
        "City, an own mine, or at a Recruitment Location.",
        "4.1.f 4.1.h 4.1.i 17.1.2.a",
        "take 1 l1 2 s1",
    ),
    (
        verbs.DROP,
        "hero section count",
        "Leaves units of a section in an own City or mine, as its garrison.",
        "4.1.f 4.1.i 4.1.j",
        "drop 1 s1 2",
    ),
    (
        verbs.GIVE,
        "hero section count target",
        "Gives units of a section to a section of the other Hero, who stands in the same hex.",
        "4.1.g 4.1.j",
        "give 1 s1 2 s1",
    ),
    (
        verbs.TRAIN,
        "hero ability",
        "Raises an ability by one in an own City with a Training Area, once per Hero.",
        "4.3.3.a",
        "train 1 attack",
    ),
    (
        verbs.PRAY,
        "hero",
        "Prays at a holy place: gives up the movement points left and rolls d20 for Gold, "
        "honour, new movement points, resources of the own mines, or experience.",
        "15.4.a 15.4.b 15.4.c",
        "pray 1",
    ),
    (
        verbs.QUEST_DRAW,
        "hero",
        "Draws a quest card for a Hero without one, in his capital with a tavern.",
        "17.2.a",
        "quest draw 1",
    ),
    (
        verbs.QUEST_DROP,
        "hero",
        "Gives the Hero's quest up, in his capital with a tavern, once per turn.",
        "17.2.c",
        "quest drop 1",
    ),
    (
        verbs.STORE,
        "hero count",
        "Puts honour of a Hero into the special building of his capital, for good.",
        "17.3.b",
        "store 1 2",
    ),
    (verbs.END, "", "Ends the turn. Movement points left are lost.", "6.0.b 7.1.1.a 4.1.r", "end"),
    (
        verbs.REACT,
        "",
        "Tries to attack the Hero who has come next to an own one: d20 up to his Initiative.",
        "7.3.2.a 7.3.2.c 7.3.2.f",
        "react",
    ),
    (
        verbs.DECLINE,
        "",
        "Lets the mover pass; the chance to react to his next step is kept.",
        "7.3.2.b",
        "decline",
    ),
    (
        verbs.RAISE,
        "ability",
        "Raises an ability of the Hero who has earned it by a level, a tower or a quest.",
        "8.11.b 3.3.4.b 17.2.b",
        "raise attack",
    ),
    (
        verbs.SKILL,
        "skill",
        "Adds a point to a skill of the Hero who has reached a level: trade, diplomacy, or "
        "that of his race.",
        "16.0.a 16.1.a",
        "skill trade",
    ),
    (
        verbs.FLEE,
        "direction",
        "Moves the Camp, and all Heroes in it, away from new guards next to it.",
        "7.4.e",
        "flee n",
    ),
    (
        verbs.APPEAR,
        "hex",
        "Says where Hero 2 appears for a dead Hero 1 while the capital is in enemy hands.",
        "4.1.m 4.1.n D.appear",
        "appear k.c",
    ),
    (
        verbs.RETREAT,
        "direction",
        "Says where the defending Heroes go who have withdrawn.",
        "8.9.h 15.1.d",
        "retreat n",
    ),
    (verbs.FIGHT, "", "Fights the guards of the mine just entered.", "7.1.2.b 19.16.3.a", "fight"),
    (
        verbs.AVOID,
        "",
        "Tries to get out of a guarded mine before the combat: with d20 up to his "
        "Initiative the Hero goes back to where he came from and his turn is over; else he "
        "must fight.",
        "19.16.3.a",
        "avoid",
    ),
    (
        verbs.PARLEY,
        "stack",
        "Uses diplomacy on a stack of guards before the combat: it takes as many hits as "
        "the Hero has points.",
        "16.1.2.a 16.1.2.b",
        "parley def1",
    ),
    (
        verbs.NO,
        "",
        "Uses no diplomacy before this combat, or no race skill in this attack.",
        "16.1.2.a 16.1.3.a 16.1.4.a 16.1.5.a",
        "no",
    ),
    (
        verbs.MAN,
        "stack",
        "Puts a Ranged stack into the tower that is asked about.",
        "8.2.2.a 8.7.f 4.3.1.2.b",
        "man def1",
    ),
    (
        verbs.MAN_NONE,
        "",
        "Leaves the tower that is asked about empty.",
        "8.2.2.a 8.7.f",
        "man none",
    ),
    (
        verbs.MAN_SPLIT,
        "",
        "Splits the only Ranged stack over both towers, the larger half into the first.",
        "8.7.e",
        "man split",
    ),
    (
        verbs.DEPLOY,
        "stack hex",
        "Puts the stack that is asked about on a free hex of its side's area of the Battle "
        "Display.",
        "19.5.a",
        "deploy att1 a1",
    ),
    (
        verbs.SUBVERT,
        "count",
        "Pays so many honour points to turn as many enemy mercenaries: both sides roll d20 "
        "plus Initiative. With the higher total they change sides, else they die.",
        "19.8.a 19.8.b 19.8.d",
        "subvert 1",
    ),
    (
        verbs.PASS,
        "",
        "Tries neither to subvert mercenaries now, nor, in step 8, to seize the initiative.",
        "19.8.c 8.8.a",
        "pass",
    ),
    (
        verbs.BREACH,
        "",
        "Tries to breach the wall in the Arena: d20 plus the Hero's level against its "
        "structure points. All of them destroy it, half of them damage it.",
        "8.7.1.a 8.7.1.b 8.7.1.c",
        "breach",
    ),
    (verbs.HOLD, "", "Tries no breach in this round.", "8.3.a 19.7.b", "hold"),
    (
        verbs.TOWER,
        "tower",
        "Says which of two whole and manned towers shares the wall's fate in this attempt.",
        "8.7.h 8.7.1.e",
        "tower 1",
    ),
    (
        verbs.STRIKE,
        "stack target",
        "Attacks a stack with one of the kind whose step it is. In the Arena the dice fall "
        "at once; on the Battle Display the attack, on a neighbour, is announced and made "
        "after `done`.",
        "8.3.b 8.4.1.a 8.4.2.a 8.5.2.a 19.11.a 19.11.b",
        "attack att1 def1",
    ),
    (
        verbs.USE,
        "skill",
        "Uses the race skill in this attack, once per combat: experience spares the own "
        "stack hits, fury adds hits, cleverness adds to the own total.",
        "16.1.3.a 16.1.4.a 16.1.5.a",
        "use fury",
    ),
    (
        verbs.SEIZE,
        "",
        "Tries to win the initiative for the own side: d20 up to the Hero's Initiative, "
        "once per combat.",
        "8.8.a 8.8.b",
        "seize",
    ),
    (
        verbs.SPEND,
        "stack points source",
        "Spends honour, stored or the Hero's, on a stack that defends the capital, once per "
        "stack: points of Attack for Knights, of Defense for Amazons; for Barbarians its "
        "damage is healed and so many units are revived.",
        "17.3.c 17.3.1.a 17.3.2.a 17.3.3.a",
        "spend def1 2 stored",
    ),
    (verbs.STAY, "", "Fights on.", "8.9.a", "stay"),
    (
        verbs.WITHDRAW,
        "",
        "Tries to leave with the army: d20 up to the Hero's Initiative, with advanced hits "
        "up to twice that less the enemy Hero's. It ends the Hero's turn.",
        "8.9.a 8.9.b 8.9.f 19.16.2.a",
        "withdraw",
    ),
    (
        verbs.AIM,
        "hex",
        "Aims a breach on the Battle Display at a wall hex, or at a tower behind a gap. If "
        "d20 is above the Hero's Initiative the defender shifts it.",
        "19.17.2.a 19.17.2.b 19.17.2.c",
        "breach a1",
    ),
    (
        verbs.SHIFT,
        "hex",
        "Moves the missed aim to a wall or tower hex, as many hexes away as the works' "
        "level less one.",
        "19.17.2.b",
        "shift a1",
    ),
    (
        verbs.GO,
        "stack hex",
        "Moves the stack that is asked about over the Battle Display to a hex.",
        "19.9.a 19.9.b 19.9.c",
        "go att1 a1",
    ),
    (
        verbs.HOLD_STACK,
        "stack",
        "Leaves the stack that is asked about where it is, if it is free to stay, can fire, "
        "or stands next to an enemy, whom it then must attack.",
        "19.9.d 19.9.e",
        "hold att1",
    ),
    (
        verbs.FIRE,
        "stack target",
        "Fires with the Ranged stack that is asked about at a stack in range.",
        "19.10.a 19.10.b 19.10.d",
        "fire att1 def1",
    ),
    (
        verbs.SKIP,
        "stack",
        "Does not fire with the Ranged stack that is asked about, if it is free not to.",
        "19.7.a 19.7.b 19.7.1.a",
        "skip att1",
    ),
    (
        verbs.BUILD,
        "city building",
        "Builds in a City or Camp that the seat holds, for the building's price.",
        "11.1.b 11.1.d 4.3.a",
        "build k barracks",
    ),
    (
        verbs.RECRUIT,
        "city unit count",
        "Recruits units for the garrison of a City or Camp that has their facility; each "
        "costs its level in Gold, level 5 one Crystal more and level 6 two, a mercenary 1 "
        "Gold.",
        "4.3.2.b 11.2.a 11.2.1.a 17.1.1.a",
        "recruit k l1 3",
    ),
    (
        verbs.TRADE,
        "city give get",
        "Gives three of one resource, with a Storehouse two, for one of another in a City "
        "with a Trade Hall.",
        "4.3.6.1.a 4.3.6.2.a",
        "trade k wood gold",
    ),
    (
        verbs.BUY_HERO,
        "hero",
        "Buys Hero 2 for 6 Gold, or a dead Hero for 6 more per death so far. He comes to "
        "the capital without an army.",
        "4.1.l 4.1.p 11.2.c",
        "hero 2",
    ),
    (
        verbs.AGREE,
        "",
        "Agrees to end the match after this Round; it ends if all do.",
        "D.agree",
        "agree",
    ),
    (verbs.CONTINUE, "", "Wants to play on.", "D.agree", "continue"),
)
