import { mailKey, replyAddress } from "../../domains/outgoing/index.ts";
import { mailAtDesk } from "../mail-at-desk.ts";
import { type TestTenant, testMailDomain } from "../make-test-tenant.ts";
import type { Desk } from "../open-desk.ts";
import { countedId } from "./counted-ids.ts";
import { randomId } from "./random-ids.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";

type Person = { name: string; email: string };

/** What proves that a person takes part in a ticket. */
type Marks = { ticketId: string; label: string; replyAddress: string; ourId: string };

/** A customer's ticket in a store, with what a stranger may know or guess of it. */
export type Scene = Marks & {
  store: TestTenant;
  /** The store's own verified address, outside our mail domain. */
  ownAddress: string;
  staff: string;
  victim: Person;
  /** The Message-ID of the customer's first mail, from a program that counts. */
  countedId: string;
  /** The Message-ID of the second, which nobody can guess. */
  secretId: string;
  /** Another customer of the same store, with a ticket of their own. */
  neighbour: Person & Marks;
};

/** Names without common words, whose letters other alphabets imitate. */
const people = ["Kate Novak", "Mike Oakes", "Anke Kock", "Erik Sikora", "Becky Park", "Jakob Skov", "Nikki Ekberg"];

/** Opens stores with this many customers each; every customer has a ticket on which a colleague answered. */
export async function openScenes(desk: Desk, stores: number, customers: number): Promise<Scene[]> {
  const random = seededRandom(20);
  const scenes: Scene[] = [];
  for (let place = 0; place < stores; place += 1) {
    const ownAddress = `support@shop-${place}.example`;
    const staff = `owner@shop-${place}.example`;
    const store = await desk.makeTenant({ customAddress: ownAddress, staff: [staff] });
    for (let each = 0; each < customers; each += 1) {
      const at = scenes.length;
      const [victim, other] = [personOf(at, "kunden", random), personOf(at, "nachbarn", random)];
      const ids = { countedId: countedId(at), secretId: randomId(random) };
      const own = await openTicket(desk, store, victim, [ids.countedId, ids.secretId]);
      const neighbour = { ...other, ...(await openTicket(desk, store, other, [randomId(random)])) };
      scenes.push({ store, ownAddress, staff, victim, ...ids, ...own, neighbour });
    }
  }
  return scenes;
}

function personOf(at: number, domain: string, random: SeededRandom): Person {
  const name = random.pick(people);
  return { name, email: `${name.toLowerCase().replace(" ", ".")}@${domain}-${at}.example` };
}

async function openTicket(desk: Desk, store: TestTenant, person: Person, ids: string[]): Promise<Marks> {
  const at = mailAtDesk(desk, store);
  const from = `${person.name} <${person.email}>`;
  let ticketId = "";
  let last = "";
  for (const id of ids) {
    const headers = [`Message-ID: <${id}>`, ...(last ? [`In-Reply-To: <${last}>`] : [])];
    const entry = await at.send({ from, headers, envelopeFrom: person.email });
    if (ticketId !== "" && entry.ticket_id !== ticketId) throw new Error(`Their own mail opened another ticket: ${id}`);
    ticketId = entry.ticket_id ?? "";
    last = id;
  }
  const key = mailKey(desk.services.settings.secret);
  const { mailMessageId: ourId } = await at.agentMessage(key, ticketId);
  const { ticket_number: number } = await at.ticketOf(ticketId);
  const label = `Ticket: ${String(number).padStart(4, "0")}`;
  const { clientCode } = store;
  return { ticketId, label, ourId, replyAddress: replyAddress(key, testMailDomain, { clientCode, ticketId }) };
}
