import { randomUUID } from "node:crypto";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { type Desk, openDesk } from "../open-desk.ts";
import { addColleague, newOwner, type Person } from "../test-people.ts";

/** A store whose agent merges and splits tickets. */
export type MergeDesk = {
  app: Desk;
  owner: Person;
  agent: Person;
  get(id: string): Promise<TicketDetail>;
  merge(id: string, into: string): Promise<TicketDetail>;
  unmerge(id: string): Promise<TicketDetail>;
  move(id: string, messageId: string, idempotencyKey?: string): Promise<TicketDetail>;
};

/** Opens a desk with such a store. */
export async function openMergeDesk(): Promise<MergeDesk> {
  const app = await openDesk();
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const { tickets } = agent.api;
  return {
    app,
    owner,
    agent,
    get: (id) => tickets.get({ id }),
    merge: (id, into) => tickets.merge({ id, into }),
    unmerge: (id) => tickets.unmerge({ id }),
    move: (id, messageId, idempotencyKey = randomUUID()) => tickets.moveMessage({ id, messageId, idempotencyKey }),
  };
}

/** The address of a customer who has not written yet. */
export const newAddress = (): string => `${randomUUID()}@customer.test`;

/** Returns the messages of a ticket, in order. */
export const textsOf = ({ messages }: Pick<TicketDetail, "messages">): string[] =>
  messages.map(({ content }) => content);
