"""Every sheet and column of the workbook but those of rounds (`round_schema`), declared once: the
template writes what stands here, the reader looks for it, the documentation is made from it."""

from collections.abc import Sequence

from runner import languages
from runner.compute.decisions import REGISTRY
from runner.core.decks import COMMANDER, DECKLIST, Decklists, DeckState, OpenLists
from runner.core.identifiers import LAST_TABLE, MOST_PHASES, MOST_ROUNDS, SEAT_LETTERS
from runner.core.phase import Mode, Phase
from runner.core.phone_reports import Phones
from runner.core.player import Shown
from runner.core.screens import Show
from runner.core.teams import MOST_MEMBERS
from runner.rules import elimination, limited, variants
from runner.rules.variants.variant import NAMES as PAIR_NAMES
from runner.rules.variants.variant import spellings
from runner.workbook.column import CellKind, Choice, Column, SheetSchema, Writer

YES = Choice("yes", "yes", ("y", "true", "x", "1", "on", "ja", "oui", "si", "sim", "✓", "go"))
NO = Choice("no", "no", ("n", "false", "0", "off", "nein", "non", "nao"))
FLAGS = (YES, NO)
PREVIEW = Choice("preview", "preview", ("pre-view", "preview only", "show", "look"))
MOST_SEATS = 999
"""Of a draft pod."""

MODES = (
    Choice(Mode.MULTIPLAYER, "Multiplayer", ("pods", "commander", "cedh")),
    Choice(Mode.HEAD_TO_HEAD, "Head-to-head", ("1v1", "duel", "two players", "heads up")),
    *(Choice(each.key, each.name, each.spellings) for each in limited.REGISTRY.values()),
    *(Choice(each.key, each.name, each.spellings) for each in variants.REGISTRY.values()),
)
COLOURS = tuple(Choice(pair, name, spellings(pair)) for pair, name in PAIR_NAMES.items())
ENFORCEMENT = (
    Choice("regular", "Regular", ("regular REL",)),
    Choice("competitive", "Competitive", ("competitive REL", "comp")),
    Choice("professional", "Professional", ("professional REL", "pro")),
)
DECISIONS = tuple(Choice(key, type_.LABEL, type_.SPELLINGS) for key, type_ in REGISTRY.items())
LANGUAGES = tuple(Choice(each.code, each.name, (each.english,)) for each in languages.LANGUAGES)
PHONES = (
    Choice(Phones.NO, "no", ("n", "off", "false", "0", "nobody")),
    Choice(Phones.STAFF, "staff", ("staff only", "judges", "scorekeepers")),
    Choice(Phones.TWO, "players, two agree", ("yes", "two", "two agree", "players", "on", "x")),
    Choice(Phones.ONE, "players, one is enough", ("one", "one is enough")),
)
"""Whose results from phones count."""
NAMES_SHOWN = (
    Choice(Shown.FULL, "Full names", ("full", "full name", "names")),
    Choice(
        Shown.INITIAL,
        "First name and initial",
        ("first name & initial", "initial", "initials", "first name"),
    ),
    Choice(Shown.HANDLE, "Handles", ("handle", "nickname", "nicknames")),
)
DECKLISTS = (
    Choice(Decklists.NO, "no", NO.aliases),
    Choice(Decklists.ASKED, "asked", ("ask", "optional", "yes")),
    Choice(Decklists.REQUIRED, "required", ("needed", "mandatory", "require")),
)
OPEN_LISTS = (
    Choice(OpenLists.NEVER, "never", ("no", "closed")),
    Choice(OpenLists.PLAYOFF, "playoff", ("in the playoff", "top cut")),
    Choice(OpenLists.AFTER, "after the event", ("after", "at the end")),
    Choice(OpenLists.ALWAYS, "always", ("yes", "open")),
)
DECKS = (
    Choice(DeckState.IN, "in", ("yes", "x", "✓", "received", "there")),
    Choice(DeckState.CHECKED, "checked", ("ok", "legal", "done")),
    Choice(DeckState.PROBLEM, "problem", ("wrong", "illegal")),
)
"""What may stand under “Deck check”; a note may follow behind a colon."""
SHOWN_AS = (
    Choice(Shown.FULL, "full name", ("full",)),
    Choice(Shown.INITIAL, "first name and initial", ("initial", "initials")),
    Choice(Shown.HIDDEN, "hidden", ("hide", "anonymous", "anon")),
    Choice(Shown.ERASED, "erase", ("erased", "delete", "forget")),
)
"""What may stand under “Shown as”; any other text there is the player's handle."""
PENALTIES = tuple(
    Choice(name.lower(), name)
    for name in ("Warning", "Game loss", "Match loss", "Disqualification")
)
INFRACTIONS = tuple(
    Choice(f"{kind}: {name}".lower(), f"{kind}: {name}")
    for kind, names in elimination.INFRACTIONS.items()
    for name in names
)
"""What is offered under Infraction; any other text may stand there."""
DEFAULT_PUBLIC = ("Commander",)

SHOWS = (
    Choice(Show.AUTO, "Automatic", ("auto", "everything", "all", "sequence")),
    Choice(Show.PAIRINGS, "Pairings by name", ("pairings", "by name", "names")),
    Choice(Show.TABLES, "Pairings by table", ("by table", "tables", "seating")),
    Choice(Show.STANDINGS, "Standings", ("ranking", "places")),
    Choice(Show.CLOCK, "Clock", ("time", "timer")),
    Choice(Show.PLAYING, "Tables still playing", ("still playing", "outstanding tables")),
    Choice(Show.RESULTS, "Results", ("results as they come in",)),
    Choice(Show.BRACKET, "Bracket", ("playoff",)),
    Choice(Show.MESSAGE, "Message", ("text",)),
    Choice(Show.CHAMPION, "Champion", ("winner",)),
    Choice(Show.DRAFT_SEATS, "Draft seats", ("seats of the draft",)),
    Choice(Show.DRAFT_PODS, "Draft pods", ("draft charts", "seating chart", "seating charts")),
    Choice(Show.BUILDING, "Building tables", ("deck building", "building")),
    Choice(Show.DRAFT_CLOCK, "Draft clock", ("draft timer",)),
    Choice(Show.FEATURE, "Feature tables", ("feature", "feature table", "feature match")),
    Choice(Show.STAKES, "What is at stake", ("stakes", "at stake")),
    Choice(Show.EVENTS, "Several events", ("events", "other events", "all events")),
)

START = SheetSchema("Start here", "The day in ten lines", "", aliases=("Start", "Read me"))

EVENT = SheetSchema(
    "Event",
    "Event",
    "Settings for the whole event. Type in the middle column.",
    (
        Column("name", "Name", "As it appears on top of every page.", required=True,
               aliases=("Event name", "Tournament", "Title"), public=True),
        Column("date", "Date", "The day it is played.", CellKind.DATE, aliases=("Day",),
               public=True, numbers=True),
        Column("venue", "Venue", "Where it is played. Optional.", aliases=("Place",),
               public=True),
        Column("enforcement", "Enforcement", "Regular, Competitive or Professional: the rules "
               "enforcement level.", CellKind.CHOICE, ENFORCEMENT, aliases=("REL",
               "Enforcement level",
               "Rules enforcement level"), public=True),
        Column("seed", "Seed", "Any text. All draws follow from it, so anybody can check them. "
               "Do not change it after round 1 is published.", aliases=("Random seed",)),
        Column("hall_roll", "Hall roll", "A number rolled or called out in the hall before "
               "round 1. Optional. It goes into every draw, so that nobody can choose one.",
               aliases=("Roll", "Hall number"), public=True, numbers=True),
        Column("address", "Public address", "The address of the pages, for QR codes. Optional.",
               aliases=("Address", "URL", "Site", "Web address"), public=True,
               numbers=True),
        Column("automatic", "Pair rounds by itself", "yes: each round after the first is paired "
               "and published as soon as all results are in.", CellKind.FLAG, FLAGS,
               aliases=("Automatic", "Automatic pairing", "Pair automatically"), public=True),
        Column("public_columns", "Public columns", "Further columns of Players to show on the "
               "pages, separated by commas.", CellKind.LIST,
               aliases=("Published columns", "Show columns"), public=True),
        Column("names_shown", "Names shown", "On the pages: full names, first name and initial, or "
               "handles. Slips have full names.", CellKind.CHOICE, NAMES_SHOWN,
               aliases=("Show names as", "Names", "Privacy"), public=True),
        Column("recommended", "Recommended", "Before round 1, Runner writes here what the "
               "rules recommend for the players on the list. Advice only: rounds and cut are "
               "set on Phases.", writer=Writer.RUNNER),
        Column("rehearsal", "Rehearsal", "Runner writes yes here when results were made up for a "
               "rehearsal.", CellKind.FLAG, FLAGS, writer=Writer.RUNNER, public=True),
        Column("time_zone", "Time zone", "The time zone of the hall: Europe/Lisbon, or +01:00. "
               "Empty: that of the computer on which Runner runs.",
               aliases=("Timezone", "Zone"), public=True),
        Column("accent", "Accent", "The colour of pages and screens: #0A7A3C, or a name such as "
               "dark green. Empty: Runner’s yellow.", aliases=("Colour", "Color", "Accent colour",
               "Accent color"), public=True, numbers=True),
        Column("logo", "Logo", "A picture in the workbook’s folder, such as logo.png (PNG, "
               "SVG, JPEG or WebP, up to 300 kB). It appears beside the event’s name.",
               aliases=("Picture",), public=True),
        Column("language", "Language", "The language of pages, screens and slips. Empty: English. "
               "What you type stays as it is.", CellKind.CHOICE, LANGUAGES,
               aliases=("Locale", "Sprache", "Idioma", "Langue", "Lingua", "言語"), public=True),
        Column("prizes", "Prizes", "Places, a colon and the prize, separated by semicolons: "
               "1: 200 €; 2-4: 50 €. For the prize list and the page of final places. Optional.",
               aliases=("Prize", "Prize list"), public=True,
               numbers=True),
        Column("phones", "Results by phone", "no; staff: scorekeepers and judges may report "
               "results from phones; players, two agree: a result counts when two players of the "
               "table report it; players, one is enough.", CellKind.CHOICE, PHONES,
               aliases=("Phones", "Results from phones", "Reporting"), public=True),
        Column("publish_to", "Publish to", "Where every save goes on the internet: a git "
               "repository, a folder, sftp://, s3:// or webdavs://. No password: Runner asks for "
               "it. Empty: nowhere.", aliases=("Publish at", "Upload to"), numbers=True),
        Column("decklists", "Decklists", "no; asked: the desk says whose list is missing; "
               "required: round 1 also waits for the lists.", CellKind.CHOICE, DECKLISTS,
               public=True),
        Column("open_lists", "Open lists", "When pages show Commander and Decklist: never; "
               "playoff: those of its players; after the event; always. Empty: as Public columns "
               "says.", CellKind.CHOICE, OPEN_LISTS, aliases=("Open decklists",), public=True),
    ),
)  # fmt: skip

_MEMBER_HELP = (
    "A person of the team: first and last name. Seat A first, then B and so on, as they sit side "
    "by side. Trios: who plays seat A, B, C. Emperor: the emperor is the middle one, B of three, C "
    "of five.",
    *("The next person of the team, in the order of the seats.",) * (MOST_MEMBERS - 1),
)
MEMBERS = tuple(
    Column(f"member {at}", f"Member {letter}", help_, CellKind.NEW_NAME, width=24, public=True,
           aliases=(f"Member {at}", f"Player {letter}", f"Player {at}", f"Team member {at}"),
           team=True)
    for at, (letter, help_) in enumerate(zip(SEAT_LETTERS, _MEMBER_HELP, strict=False), 1)
)  # fmt: skip
"""Who plays for a team, on Players."""

PLAYERS = SheetSchema(
    "Players",
    "Players",
    "Only the name is needed. Paste the whole list at once if you like; late players go below.",
    (
        Column("id", "Id", "Runner gives every player an Id. Leave it as it is.", CellKind.KEY,
               writer=Writer.RUNNER, aliases=("Player Id", "Player number"), width=8, public=True),
        Column("name", "Name", "First and last name. No two players may have the same name.",
               CellKind.NEW_NAME, required=True,
               aliases=("Player", "Player name", "Full name", "Team name"), width=30, public=True),
        *MEMBERS,
        Column("substitutes", "Substitutes", "People who may take the place of a member, separated "
               "by semicolons. To put one in, type the name over the member’s.", CellKind.LIST,
               aliases=("Substitute", "Reserves", "Alternates"), width=24, public=True, team=True),
        Column("club", "Club or team", "Optional.", aliases=("Club", "Team", "Shop"),
               width=20, public=True),
        Column("enters", "Enters in round", "For late players: the first round they play, counted "
               "over the whole event. Empty: round 1.", CellKind.COUNT,
               aliases=("Enters", "Entered from round", "First round"), width=10, public=True),
        Column("drops_after", "Drops after round", "The last round the player plays. 0: never "
               "came.", CellKind.COUNT, least=0,
               aliases=("Drops after", "Dropped after round", "Dropped after", "Drop", "Dropped"),
               width=12, public=True),
        Column("returns", "Returns in round", "Only after a drop: the round in which the player "
               "is back.", CellKind.COUNT, aliases=("Returns", "Back in round"), width=10,
               public=True),
        Column("reason", "Why", "The reason for a drop, a return or a late start. Shown on the "
               "round’s page. Optional.", aliases=("Reason", "Drop reason", "Why dropped"),
               width=18,
               public=True),
        Column("awarded_byes", "Awarded byes", "How many byes the player has from round 1 on.",
               CellKind.COUNT, least=0, most=MOST_ROUNDS, aliases=("Byes",), width=10, public=True),
        Column("fixed_table", "Fixed table", "For a player who needs to stay at one table.",
               CellKind.COUNT, most=LAST_TABLE, aliases=("Table",), width=9, public=True),
        Column("keep_apart", "Keep apart", "Players, clubs or teams this player should not be "
               "paired with, separated by semicolons.", CellKind.LIST,
               aliases=("Avoid", "Not with"), width=18),
        Column("deck", "Deck check", "in, checked or problem; a note may follow: problem: 99 "
               "cards. Private.", choices=DECKS, strict=False, width=18),
        Column("commander", COMMANDER, "Shown on pages if Event says so.",
               aliases=("Commanders", "Deck"), width=26, public=True, extra=True),
        Column("decklist", DECKLIST, "Web address of the list. Shown if Event says so.",
               aliases=("Deck list", "Decklist address", "List"), width=22, public=True,
               extra=True),
        Column("colours", "Colours", "For Two-Color Star, where players choose: WU, UB, BR, RG or "
               "GW. Empty for all: the seat says them.", CellKind.CHOICE, COLOURS,
               aliases=("Colors", "Colour pair", "Color pair"), width=14, public=True),
        Column("shown_as", "Shown as", "How the pages name the player, if not as Event says: a "
               "handle, or “full name”, “first name and initial”, “hidden” (Player 14), “erase” "
               "(hidden for good, on slips too).", CellKind.CHOICE, SHOWN_AS, strict=False,
               aliases=("Handle", "Nickname", "Display name", "Privacy"), width=20),
        Column("notes", "Notes", "Private: never leaves this workbook.",
               aliases=("Note", "Remarks"), width=26),
    ),
    ("Player", "Player list"),
)  # fmt: skip

EXTRAS = tuple(column for column in PLAYERS.columns if column.extra)

PENALTY = SheetSchema(
    "Penalties",
    "Penalties",
    "One line for each penalty. Rounds count over the whole event.",
    (
        Column("round", "Round", "Counted over the whole event.", CellKind.COUNT, required=True,
               width=9, public=True),
        Column("player", "Player", "As in Players.", CellKind.NAME, required=True,
               aliases=("Name",), width=30, public=True),
        Column("infraction", "Infraction", "What happened: choose one that the policy names, or "
               "type any text.", choices=INFRACTIONS, strict=False,
               aliases=("Reason",), width=44, public=True),
        Column("penalty", "Penalty", "Warning, Game loss, Match loss or Disqualification.",
               CellKind.CHOICE, PENALTIES, strict=False, required=True, width=20, public=True),
    ),
    ("Penalty",),
)  # fmt: skip

TIME = SheetSchema(
    "Time",
    "Time",
    "Extra minutes for a table, when a round began, when its clock was stopped. Rounds count over "
    "the whole event. Without a line, a round begins when it is published.",
    (
        Column("round", "Round", "Counted over the whole event.", CellKind.COUNT, width=9,
               public=True),
        Column("table", "Table", "The table’s number; empty: the whole round.", CellKind.COUNT,
               most=LAST_TABLE, aliases=("Table number",), width=9, public=True),
        Column("minutes", "Extra minutes", "How many more this table has; further lines for it "
               "add up.", CellKind.COUNT, most=600, aliases=("Minutes", "Extension"), width=10,
               public=True),
        Column("began", "Round began", "Leave Table empty. When the whole round began, such as "
               "14:10.", CellKind.TIME, aliases=("Began", "Start", "Started"),
               width=12, public=True),
        Column("stopped", "Clock stopped at", "Leave Table empty. When the clock of the whole "
               "round stopped, such as 14:40. Nobody loses time by it.",
               CellKind.TIME, aliases=("Stopped at", "Stopped", "Paused at", "Paused"), width=12,
               public=True),
        Column("goes_on", "Clock restarts at", "On the same line: when the clock started again. "
               "Empty: it is still stopped.", CellKind.TIME,
               aliases=("Clock goes on at", "Goes on at", "Goes on", "Resumed at", "Resumed"),
               width=12, public=True),
        Column("reason", "Reason", "Deck check, judge call ...", aliases=("Why", "Note"), width=44,
               public=True),
    ),
    ("Times", "Time extensions", "Clock"),
)  # fmt: skip

SCREEN = SheetSchema(
    "Screens",
    "Screens",
    "One line for each display that shows something of its own: “Hall 1” is the page "
    "display/hall-1.html, and follows its line all day. Without a line, display/index.html shows "
    "all in turn.",
    (
        Column("name", "Screen", "A name for the display: “Hall 1” is display/hall-1.html.",
               required=True, aliases=("Display", "Name"), width=20, public=True),
        Column("show", "Shows", "Automatic: pairings when a round comes out, then the clock, then "
               "standings. Or one thing all day.", CellKind.CHOICE, SHOWS,
               aliases=("Show", "What"), width=24, public=True),
        Column("part", "Part", "Of a long list: last names such as A-F, or a share such as 1/3. "
               "Empty: all of it. For feature tables their numbers, such as 1, 7; empty: the "
               "first. For several events their folders, such as modern, legacy.",
               aliases=("Range",), width=12, public=True),
        Column("columns", "Columns", "Empty: as many as are easy to read.", CellKind.COUNT,
               most=12, width=10, public=True),
        Column("message", "Message", "Shown on the screen all the time; with “Message” under "
               "Shows it fills the screen.", aliases=("Text",), width=44, public=True),
        Column("inches", "Inches", "The display’s diagonal. With Metres it says how large names "
               "have to be.", CellKind.COUNT, least=5, most=999, aliases=("Size",), width=9,
               public=True),
        Column("metres", "Metres", "How far away the last row of readers stands.",
               CellKind.COUNT, most=200, aliases=("Meters", "Distance"), width=9, public=True),
        Column("off_camera", "Off camera", "Players who are kept off the stream, separated by "
               "semicolons: no feature table is shown that seats one of them.", CellKind.LIST,
               aliases=("Not on camera", "Off stream"), width=30),
    ),
    ("Screen", "Displays", "Display"),
)  # fmt: skip

DRAFT = SheetSchema(
    "Draft",
    "Draft",
    "“Make pods” on Decisions fills this sheet. To move a player type another pod and seat: if the "
    "seat is taken, its player moves over; clear both to take somebody out.",
    (
        Column("phase", "Phase", "The phase of the draft, by its number.", CellKind.COUNT,
               most=MOST_PHASES, writer=Writer.RUNNER, width=8, public=True),
        Column("id", "Id", "Runner finds the player by it. Leave it as it is.", CellKind.KEY,
               writer=Writer.RUNNER, width=8, public=True),
        Column("player", "Player", "As in Players.", CellKind.NAME, writer=Writer.RUNNER,
               aliases=("Name",), width=30, public=True),
        Column("pod", "Pod", "Type another number to move the player; with the old seat, to the "
               "end of that pod.", CellKind.COUNT, most=LAST_TABLE, aliases=("Draft pod",),
               required=True, width=8, public=True),
        Column("seat", "Seat", "Seats count round the table. Whoever sits there changes places "
               "with the player.", CellKind.COUNT, most=MOST_SEATS, aliases=("Draft seat",),
               required=True, width=8, public=True),
        Column("building", "Building table", "Where the deck is built. Follows from the pods.",
               CellKind.COUNT, most=LAST_TABLE, writer=Writer.RUNNER, width=11, public=True),
        Column("note", "Note", "For you.", aliases=("Notes",), width=34),
    ),
    ("Drafts", "Draft pods", "Pods"),
)  # fmt: skip

DECISION = SheetSchema(
    "Decisions",
    "Decisions",
    "What Runner should do. A line counts once, as soon as Go says yes and you save. Clearing "
    "Go takes nothing back; clear it and save to use the line again.",
    (
        Column("decision", "Decision", " ".join(filter(None, (
                   "What to do.", *(type_.HELP for type_ in REGISTRY.values())))),
               CellKind.CHOICE, DECISIONS, required=True, aliases=("What",), width=18, public=True),
        Column("phase", "Phase", "The phase by its number; empty: the one that is due. For Redo "
               "the cut: the phase they advance to.", CellKind.COUNT, most=MOST_PHASES,
               width=9, public=True),
        Column("round", "Round", "The round’s number within its phase; for Add a round that of the "
               "new one. Empty for a whole phase, or for the current round: Seat a player, Shuffle "
               "seats, Re-pair round.", CellKind.COUNT, required=True, width=9,
               public=True),
        Column("player", "Player", "Who gets the bye, gives it back or needs a seat.",
               CellKind.NAME,
               aliases=("Name",), width=30, public=True),
        Column("reason", "Reason", "Kept in the record of the event, and shown on the round’s "
               "page.", aliases=("Why",), width=40, public=True),
        Column("go", "Go", "yes: do it. Empty or no: not yet. preview: show the pairing of a round "
               "on the desk alone.", CellKind.FLAG, (*FLAGS, PREVIEW), required=True, width=10,
               public=True),
        Column("table", "Table", "For Shuffle seats, empty: every table without a result; for "
               "Shuffle pod seats the pod.",
               CellKind.COUNT, most=LAST_TABLE, aliases=("Table number",), width=9, public=True),
    ),
    ("Decision",),
)  # fmt: skip


STANDINGS = SheetSchema(
    "Standings",
    "Standings",
    "After each round, as soon as all its results are in. Runner fills this sheet; nothing that is "
    "typed here counts.",
    (
        Column("rank", "Rank", "", CellKind.COUNT, writer=Writer.RUNNER, width=8),
        Column("player", "Player", "", writer=Writer.RUNNER, width=30),
        Column("points", "Points", "", CellKind.COUNT, writer=Writer.RUNNER, width=10),
        Column("record", "Wins-losses-draws", "", writer=Writer.RUNNER, width=20),
    ),
)
OLD_RECORD = "Won-drawn-lost"
"""What the column of records was called before its numbers were those that Magic reads."""
STANDINGS_TIEBREAKERS = 5
"""So many columns follow, with the tiebreakers of the rules in force."""

SHEETS: Sequence[SheetSchema] = (EVENT, PLAYERS, PENALTY, TIME, SCREEN, DRAFT, DECISION)


def mode_choice(phase: Phase) -> str:
    """Return what stands under Mode for a phase: a variant, unless its type names it already."""
    if format_ := limited.of(phase):
        return format_.key
    return phase.variant if phase.variant not in ("", phase.type) else phase.mode
