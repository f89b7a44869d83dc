/**
 * The author of a change (docs/decisions/0114): a team member, something people set up (a rule, an API key, an import),
 * or Deskhand itself. Rows refer to people by id; the audit trail stores the name of anything else.
 */
export type Acting =
  | { kind: "person"; userId: string }
  | { kind: "rule" | "key" | "import"; userId: null; name: string }
  | { kind: "system"; userId: null };

/** An actor with a name, who can therefore write messages: everybody but Deskhand itself. */
export type Writing = Exclude<Acting, { kind: "system" }> & { name: string };

/** What a step of a trail keeps of an author who is no person: the name, and what bears it. */
export function namedAuthor(by: Acting): { author: string; actedBy: string } | undefined {
  return by.kind === "person" || by.kind === "system" ? undefined : { author: by.name, actedBy: by.kind };
}

export const system: Acting = { kind: "system", userId: null };

/** Returns the author of an event: the person with this id, or Deskhand itself for null. */
export function actingOf(actorId: string | null): Acting {
  return actorId === null ? system : { kind: "person", userId: actorId };
}
