/** The patron's saved bets, kept by the server. Read again whenever the list is opened: another device may have changed it. */
import { deleteSavedBet, renameSavedBet, saveBet, savedBets, type Problem, type Result } from "../wire/api";
import type { NewSavedBet, SavedBet } from "../wire/rest.generated";

export class OwnSavedBets {
  all = $state.raw<readonly SavedBet[] | null>(null); // null: not read yet
  most = $state(0); // of one book
  problem = $state.raw<Problem | null>(null);

  async read(): Promise<void> {
    const answer = await savedBets();
    this.problem = answer.ok ? null : answer.problem;
    if (answer.ok) [this.all, this.most] = [answer.value.bets, answer.value.most_of_a_book];
  }

  save(bet: NewSavedBet): Promise<void> {
    return this.#change(saveBet(bet), (saved, all) => [...all.filter(({ number }) => number !== saved.number), saved]);
  }

  rename(number: number, name: string): Promise<void> {
    return this.#change(renameSavedBet(number, name), (now, all) =>
      all.map((bet) => (bet.number === now.number ? now : bet)),
    );
  }

  delete(number: number): Promise<void> {
    return this.#change(deleteSavedBet(number), (_, all) => all.filter((bet) => bet.number !== number));
  }

  /** A bet that is gone was deleted elsewhere: what is there is read again, and the patron is told. */
  async #change<Value>(
    asked: Promise<Result<Value>>,
    after: (value: Value, all: readonly SavedBet[]) => readonly SavedBet[],
  ): Promise<void> {
    const answer = await asked;
    if (answer.ok) this.all = after(answer.value, this.all ?? []);
    else if (answer.problem.status === 404) await this.read();
    this.problem = answer.ok ? null : answer.problem;
  }
}
