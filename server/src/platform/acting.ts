/**
 * Who does something (docs/decisions/0114): one of the team, what people set up to do it for them, or Deskhand itself, as
 * where a ticket comes back when its time has come. Rows refer to a person by id; the trail has the name of whatever else people set up.
 */
export type Acting =
  | { kind: "person"; userId: string }
  | { kind: "rule" | "key" | "import"; userId: null; name: string }
  | { kind: "system"; userId: null };

/** Whoever acts under a name, and so can write: all but Deskhand itself. */
export type Writing = Exclude<Acting, { kind: "system" }> & { name: string };

/** Deskhand itself. */
export const system: Acting = { kind: "system", userId: null };

/** Who did what an event tells of: somebody by their id, or Deskhand itself for null. */
export function actingOf(actorId: string | null): Acting {
  return actorId === null ? system : { kind: "person", userId: actorId };
}
