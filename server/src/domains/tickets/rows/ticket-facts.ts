/** What happened on a ticket, as figures count it (`ticket_facts`). What figures are is a later domain's to say. */
export type TicketFact = {
  ticketId: string;
  kind: string;
  /** Tells apart what happened several times. */
  n: number;
  at: string;
  /** For what lasts; null while it still does. */
  until: string | null;
  /** A person's id, "left:" and the name of somebody who left, or empty for nobody. */
  person: string;
  seconds: number | null;
  working: number | null;
};
/** By what a ticket's figures can be divided. */
export type TicketTraits = { ticketId: string; traits: string[] };

/** The columns of facts that are given to a statement. */
export const factColumns = {
  ticket_id: "uuid",
  kind: "text",
  n: "int",
  at: "timestamptz",
  until: "timestamptz",
  person: "text",
  seconds: "int",
  working: "int",
} as const;
/** Facts as `factColumns` names them. */
export function factRows(facts: readonly TicketFact[]) {
  return facts.map(({ ticketId, ...fact }) => ({ ...fact, ticket_id: ticketId }));
}
