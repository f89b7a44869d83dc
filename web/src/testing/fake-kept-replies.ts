import type { KeptReply } from "@deskhand/contract/desk/kept-replies";
import type { Upload } from "@deskhand/contract/messages";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { ORPCError } from "@orpc/server";
import { os } from "./fake-contract.ts";
import { fromNow } from "./stop-clock.ts";

type KeepInput = Parameters<Parameters<typeof os.keptReplies.keep.handler>[0]>[0]["input"];

interface Desk {
  ticket: TicketDetail;
  author: { id: string; name: string };
  uploads: Upload[];
  /** Throws to refuse a reply. */
  before: () => Promise<void>;
  /** Adds one to the thread. */
  send: (reply: KeepInput) => void;
  notFound: () => Error;
}

/** Fakes kept replies. One that is due is sent, or returned, at the next request for the list. */
export function fakeKeptReplies({ ticket, author, uploads, before, send, notFound }: Desk) {
  const inputs = new Map<string, KeepInput>();
  const files = new Map<string, Upload>();
  const fake = {
    /** Every requested reply, retries included. */
    asked: [] as KeepInput[],
    /** The waiting and returned ones, whoever wrote them. */
    items: [] as KeptReply[],
    /** Ids of colleagues' replies that were taken back. */
    cancelled: [] as string[],
    /** Runs before one is kept: may throw a `refusal`, wait, or lose the connection. */
    beforeKeep: async (): Promise<void> => undefined,
    /** Runs before one is taken back. */
    beforeUndo: async (): Promise<void> => undefined,
    /** Returns the replies, as after a customer wrote or a supervisor took them back. */
    comesBack(reason: string, message: string) {
      for (const reply of fake.items) Object.assign(reply, { returned: { reason, message, isSeen: false } });
    },
  };
  const remove = (id: string) => fake.items.splice(fake.items.findIndex((one) => one.id === id) >>> 0, 1);

  async function settle() {
    for (const keptReply of [...fake.items]) {
      const reply = inputs.get(keptReply.id);
      if (!reply || keptReply.returned !== null || Date.parse(keptReply.dueAt) > fromNow().getTime()) continue;
      try {
        await before();
        remove(keptReply.id);
        send(reply);
      } catch (error) {
        if (!(error instanceof ORPCError)) throw error;
        keptReply.returned = { reason: String(error.code), message: error.message, isSeen: false };
      }
    }
  }

  function find(id: string): KeptReply {
    const found = fake.items.find((one) => one.id === id);
    if (!found) throw notFound();
    return found;
  }

  function keep(input: KeepInput): KeptReply {
    const { idempotencyKey: id, recipients, attachmentIds = [], until, undoSeconds = 0 } = input;
    const attached = uploads.filter((upload) => attachmentIds.includes(upload.id));
    for (const upload of attached) {
      files.set(upload.id, upload);
      uploads.splice(uploads.indexOf(upload), 1);
    }
    const kept: KeptReply = {
      id,
      ticketId: ticket.id,
      ticketNumber: ticket.ticketNumber,
      authorId: author.id,
      authorName: author.name,
      content: input.content,
      recipients: recipients ?? null,
      answersId: input.answersId ?? null,
      lastSeenMessageId: input.lastSeenMessageId,
      sendAnyway: input.sendAnyway,
      resourceIds: input.resourceIds,
      files: attached.map(({ id: file, filename, fileSize }) => ({ id: file, filename, fileSize })),
      thenStatus: input.thenStatus ?? null,
      expectedStatus: input.expectedStatus ?? null,
      macro: input.macro ?? null,
      draft: input.draft ?? null,
      createdAt: fromNow().toISOString(),
      dueAt: until ?? fromNow({ seconds: undoSeconds }).toISOString(),
      isLater: until !== undefined,
      returned: null,
    };
    inputs.set(id, input);
    fake.items.push(kept);
    return kept;
  }

  const routes = {
    keep: os.keptReplies.keep.handler(async ({ input }) => {
      fake.asked.push(input);
      await fake.beforeKeep();
      const earlier = fake.items.find(({ id }) => id === input.idempotencyKey);
      return { kept: { ...(earlier ?? keep(input)) }, sent: null };
    }),
    list: os.keptReplies.list.handler(async () => {
      await settle();
      const items = fake.items.filter(({ authorId }) => authorId === author.id).map((one) => ({ ...one }));
      return { items, now: fromNow().toISOString() };
    }),
    ofTicket: os.keptReplies.ofTicket.handler(async () => {
      await settle();
      return { items: fake.items.filter(({ returned }) => returned === null).map((one) => ({ ...one })) };
    }),
    sendNow: os.keptReplies.sendNow.handler(({ input: { id } }) => ({
      ...Object.assign(find(id), { dueAt: fromNow().toISOString() }),
    })),
    undo: os.keptReplies.undo.handler(async ({ input: { id } }) => {
      await fake.beforeUndo();
      return { ...Object.assign(find(id), { returned: { reason: "undone", message: "", isSeen: false } }) };
    }),
    move: os.keptReplies.move.handler(({ input: { id, until } }) => ({
      ...Object.assign(find(id), { dueAt: until, isLater: true }),
    })),
    markSeen: os.keptReplies.markSeen.handler(({ input: { id } }) => {
      const back = find(id);
      if (back.returned === null) throw notFound();
      back.returned = { ...back.returned, isSeen: true };
      return { ...back };
    }),
    forget: os.keptReplies.forget.handler(({ input: { id } }) => {
      const back = fake.items.find((one) => one.id === id);
      for (const file of back?.files ?? []) uploads.push(...(files.has(file.id) ? [files.get(file.id) as Upload] : []));
      remove(id);
      return { id };
    }),
    cancel: os.keptReplies.cancel.handler(({ input: { id } }) => {
      find(id);
      fake.cancelled.push(id);
      remove(id);
      return { id };
    }),
  };
  return { fake, routes };
}
