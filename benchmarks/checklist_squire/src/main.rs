//! SquireCore as a program that the checklist is asked of: `benchmarks/checklist.py` starts it.
//!
//! It drives squire_lib by the operations of its own clients: Swiss with matches of four, its own
//! algorithm and tolerance of repeats, and the points of MAMTR. Who is not paired has a bye.

use std::io::{self, BufRead, Write};

use chrono::Utc;
use serde_json::{json, Value};
use squire_lib::{
    accounts::SquireAccount,
    identifiers::{AdminId, PlayerId, PlayerIdentifier, RoundIdentifier},
    operations::{AdminOp, JudgeOp, OpData, TournOp},
    r64,
    rounds::RoundResult,
    settings::{CommonPairingSetting, StandardScoringSetting},
    tournament::{Tournament, TournamentPreset, TournamentSeed},
};

/// One tournament, in which players are guests whose names are the ids of the document.
struct Session {
    tournament: Tournament,
    organiser: AdminId,
    rounds: usize,
}

impl Session {
    fn new(document: &Value) -> Self {
        let account = SquireAccount::new("organiser".into(), "Organiser".into());
        let seed = TournamentSeed::new("Scenario".into(), TournamentPreset::Swiss, "EDH".into());
        let mut session = Session {
            tournament: account.create_tournament(seed.expect("the name is not empty")),
            organiser: account.id.convert(),
            rounds: count(&document["phases"][0]["rounds"]),
        };
        session.manage(CommonPairingSetting::MatchSize(4));
        session.manage(StandardScoringSetting::MatchWinPoints(r64::from_integer(7)));
        session.manage(StandardScoringSetting::MatchDrawPoints(r64::from_integer(
            1,
        )));
        session.manage(StandardScoringSetting::ByePoints(r64::from_integer(7)));
        session
    }

    /// Return the next round, or the standings after the last.
    fn answer(&mut self, document: &Value) -> Value {
        let at = list(&document["rounds"]).len() + 1;
        if at > 1 {
            self.finish(document, at - 1);
        }
        for one in list(&document["players"]) {
            if count(&one["enters"]) == at {
                self.judge(JudgeOp::RegisterGuest(text(&one["id"])));
            }
        }
        if at == 1 {
            self.manage(AdminOp::Start);
        }
        let round = (at <= self.rounds).then(|| self.pair(&awarded(document, at)));
        round.flatten().unwrap_or_else(|| self.standings())
    }

    /// Enter the results of the last round, and then who drops.
    fn finish(&mut self, document: &Value, last: usize) {
        for table in list(&document["rounds"][last - 1]["tables"]) {
            let number = RoundIdentifier::Table(count(&table["table"]) as u64 - 1);
            let round = self
                .tournament
                .get_round_id(&number)
                .expect("the table is playing");
            let winner = list(&table["seats"])
                .iter()
                .find(|seat| seat["outcome"] == "win");
            let result = match winner {
                Some(seat) => RoundResult::Wins(self.player(&text(&seat["player"])), 1),
                None => RoundResult::Draw(1),
            };
            self.judge(JudgeOp::AdminRecordResult(round, result));
            self.judge(JudgeOp::ConfirmRound(round));
        }
        for one in list(&document["players"]) {
            if one["drops_after"] == json!(last) {
                self.manage(AdminOp::AdminDropPlayer(self.player(&text(&one["id"]))));
            }
        }
    }

    /// Pair a round, if SquireCore does. It would pair those with an awarded bye too, so that they
    /// are dropped while it pairs, and come back. Tables count from 0 there, and from 1 here.
    fn pair(&mut self, awarded: &[String]) -> Option<Value> {
        for one in awarded {
            self.manage(AdminOp::AdminDropPlayer(self.player(one)));
        }
        let pairings = self.tournament.create_pairings();
        for one in awarded {
            self.judge(JudgeOp::ReRegisterGuest(one.clone()));
            self.manage(AdminOp::GiveBye(self.player(one)));
        }
        let (mut tables, mut byes) = (Vec::new(), awarded.to_vec());
        for id in self.manage(AdminOp::PairRound(pairings?)).assume_pair() {
            let round = self
                .tournament
                .get_round_by_id(&id)
                .expect("it was just made");
            let names = round.players.iter().map(|one| self.name(one));
            if round.is_bye() {
                byes.extend(names);
            } else {
                let seats: Vec<String> = names.collect();
                tables.push(json!({"table": round.table_number + 1, "seats": seats}));
            }
        }
        Some(json!({"tables": tables, "byes": byes}))
    }

    /// Return the standings, which SquireCore has from the worst to the best.
    fn standings(&self) -> Value {
        let scores = self.tournament.get_standings().scores;
        let rows = scores
            .iter()
            .rev()
            .enumerate()
            .map(|(at, (player, score))| {
                let points = score.match_points.to_string();
                json!({"rank": at + 1, "player": self.name(player), "match_points": points})
            });
        json!({"standings": rows.collect::<Vec<Value>>()})
    }

    fn manage(&mut self, operation: impl Into<AdminOp>) -> OpData {
        self.apply(TournOp::AdminOp(self.organiser, operation.into()))
    }

    fn judge(&mut self, operation: JudgeOp) -> OpData {
        self.apply(TournOp::JudgeOp(self.organiser.into(), operation))
    }

    fn apply(&mut self, operation: TournOp) -> OpData {
        self.tournament
            .apply_op(Utc::now(), operation)
            .expect("SquireCore takes the operation")
    }

    fn player(&self, name: &str) -> PlayerId {
        let name = PlayerIdentifier::Name(name.to_owned());
        self.tournament
            .get_player_id(&name)
            .expect("the player is registered")
    }

    fn name(&self, player: &PlayerId) -> String {
        let player = self
            .tournament
            .get_player_by_id(player)
            .expect("the player is registered");
        player.name.clone()
    }
}

/// Return who has an awarded bye in a round.
fn awarded(document: &Value, at: usize) -> Vec<String> {
    let players = list(&document["players"]).iter();
    players
        .filter(|one| count(&one["awarded_byes"]) >= at)
        .map(|one| text(&one["id"]))
        .collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn count(value: &Value) -> usize {
    value.as_u64().expect("a count") as usize
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// Answer each line of standard input with a line of standard output.
fn main() -> io::Result<()> {
    let mut session: Option<Session> = None;
    for line in io::stdin().lock().lines() {
        let document: Value = serde_json::from_str(&line?)?;
        if list(&document["rounds"]).is_empty() {
            session = None;
        }
        let now = session.get_or_insert_with(|| Session::new(&document));
        println!("{}", now.answer(&document));
        io::stdout().flush()?;
    }
    Ok(())
}
