"""Fictitious players and teams, for rehearsals and benchmarks."""

from runner.core.player import Player
from runner.core.randomness import Stream

_FIRST = (
    "Ada Aino Alba Aleksei Amara Amir Ana Anders Anouk Arjun Asha Astrid Bao Beatriz Bilal Bo "
    "Brigid Camille Carlos Chiara Chloe Daan Dalia Damian Deepa Diego Dilara Dorothea Ebba Edwin "
    "Eilidh Elif Elias Emeka Emil Esra Esteban Eszter Fatima Femke Filip Fiona Florian Freya "
    "Gabriel Giulia Goran Greta Hadi Hana Hanne Hassan Helena Hiro Ida Igor Imani Ines Ingrid "
    "Ivo Jakub Jamila Jana Jelena Jonas Josefine João Juhani Kaito Karim Katya Keira Kofi Lars "
    "Leila Lena Liam Linh Lucía Magnus Maja Malik Marek Marta Mateo Mei Milan Mina Mirjam Nadia "
    "Nikos Noor Nuno Oisín Olga Omar Oskar Pablo Paola Petra Priya Quentin Rafael Renske Rosa "
    "Rui Saga Samir Sana Sofia Søren Tariq Teun Thea Tomás Uma Vera Viktor Wanda Yara Yusuf Zoë"
).split()
_LAST = (
    "Aalto Abbas Achterberg Adeyemi Almeida Andersson Antunes Bakker Baptista Barros Bauer Berg "
    "Bianchi Björk Boateng Borges Brandt Calvo Campbell Castro Chen Cohen Costa Czerny Dahl "
    "Demir Dias Dubois Eklund Eriksen Esposito Farah Fernandes Ferrari Fischer Fontaine Garcia "
    "Gruber Haddad Hansen Hartmann Herrera Hoang Horvat Ibrahim Ivanova Jansen Jensen Kaya Keller "
    "Khan Kimura Kowalski Kumar Larsen Laurent Lehtonen Lindqvist López Lund Macedo Maier Marino "
    "Martins Mendes Meyer Moreau Murphy Nakamura Nguyen Novák Nyström O'Brien Okafor Oliveira "
    "Osei Papadakis Park Patel Pereira Petrov Pinto Popescu Quinn Ramos Ricci Rossi Roux Salo "
    "Santos Sato Schmidt Silva Singh Sokolov Suarez Svensson Takács Tavares Teixeira Torres "
    "Vasquez Vermeer Virtanen Vogel Wagner Walsh Weber Weiss Yamada Yıldız Zając Zhang Zimmer"
).split()
_COLOURS = ("Red", "Blue", "Green", "Black", "White", "Golden", "Silver", "Wild")
_ANIMALS = ("Foxes", "Owls", "Bears", "Storks")
_CLUBS = ("", "", "", "Mana Lisboa", "Turm 3", "The Fetchlands", "Club Norte", "Dragon's Den")


def players(count: int, seed: str = "sample") -> tuple[Player, ...]:
    """Return so many players with different names, the same ones for the same seed."""
    chance = Stream(seed, "sample players")
    known: dict[str, Player] = {}
    while len(known) < count:
        name = f"{chance.choice(_FIRST)} {chance.choice(_LAST)}"
        if name in known:
            name = f"{name.split()[0]} {chance.choice(_LAST)} {name.split()[1]}"
        known.setdefault(name, Player(f"P{len(known) + 1:03d}", name, club=chance.choice(_CLUBS)))
    return tuple(known.values())


def teams(count: int, size: int, seed: str = "sample") -> tuple[Player, ...]:
    """Return so many teams of that many people each; all names differ."""
    people = [player.name for player in players(count * size, seed)]
    teams_ = []
    for at in range(count):
        turn, name = divmod(at, len(_COLOURS) * len(_ANIMALS))
        animal, colour = divmod(name, len(_COLOURS))
        called = f"{_COLOURS[colour]} {_ANIMALS[animal]}{f' {turn + 1}' if turn else ''}"
        members = tuple(people[at * size : (at + 1) * size])
        teams_.append(Player(f"P{at + 1:03d}", called, team=True, members=members))
    return tuple(teams_)
