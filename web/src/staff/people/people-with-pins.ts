/** The names of those who may deal or confirm with a PIN; none where the server does not say. */
import { ask } from "../../wire/request";
import type { PeopleWithPins } from "../../wire/rest.generated";

export async function peopleWithPins(): Promise<readonly string[]> {
  const answer = await ask<PeopleWithPins>("GET", "/api/staff/dealers");
  return answer.ok ? answer.value.people.map((person) => person.name) : [];
}
