import type { DoorRefusal, HeldGroup, HeldList } from "@deskhand/contract/admin/held-mail";
import type { MailLogDetail } from "@deskhand/contract/mail";
import { permissionsOf } from "@deskhand/contract/permissions";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { agent, fakeServer, refusal } from "../../../testing/fake-server.ts";
import { Toaster } from "../../../ui/overlay/toaster.tsx";
import "../../../ui/theme.css";
import { MailLogScreen } from "../mail-log-screen.tsx";

const at = "2026-03-02T10:00:00.000Z";
const market = "desk@market.example";
const group = (mails: number, sender: string | null = market, reason: HeldGroup["reason"] = "alike"): HeldGroup => ({
  mails,
  sender,
  reason,
  firstAt: at,
  lastAt: at,
});
const heldMail: MailLogDetail = {
  id: "22222222-2222-4222-8222-222222222222",
  direction: "in",
  state: "loop_stopped",
  at,
  attempts: 1,
  reason: "More than 100 mails that say the same came.",
  from: market,
  to: "help@shop.example",
  size: 2_048,
  subject: "A question",
  kind: null,
  senderCheck: "pass",
  ticket: null,
  duplicateOf: null,
  nextTryAt: null,
  heldUntil: null,
  isInOutbox: false,
  envelopeFrom: market,
  envelopeTo: "help@shop.example",
  messageId: "one@market.example",
  heldBy: "alike",
  senderCheckReason: null,
  via: "smtp",
  remoteHost: "192.0.2.1",
  helo: "mx.market.example",
  finishedAt: at,
  isReleased: false,
  rawRemoved: null,
  actions: ["process-again", "make-ticket"],
  waits: null,
};

interface OpenOptions {
  groups?: HeldGroup[];
  refused?: DoorRefusal[];
  filter?: { from?: string; to?: string };
  openId?: string | null;
  endsAt?: string | null;
}

/** Opens the mail log before a server that holds mail and releases a hundred at a time. */
async function openLog({ groups = [], refused = [], filter = {}, openId = null, endsAt = null }: OpenOptions = {}) {
  const desk = {
    groups,
    asked: [] as string[],
    parts: [] as unknown[],
    /** Delays the response to a part. */
    gate: async (): Promise<unknown> => undefined,
  };
  fakeServer().onTheWay = async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/api/me")
      return Response.json({ user: { ...agent, role: "admin" }, client: {}, can: permissionsOf.admin });
    if (pathname === "/api/mail/log") return Response.json({ items: [heldMail], nextCursor: null });
    if (pathname === `/api/mail/log/${heldMail.id}`) return Response.json(heldMail);
    if (pathname === "/api/mail/refused") return Response.json({ items: refused });
    const mails = desk.groups.reduce((sum, one) => sum + one.mails, 0);
    if (pathname === "/api/mail/held") {
      desk.asked.push(search);
      return Response.json({ at, mails, isMore: false, groups: desk.groups, endsAt } satisfies HeldList);
    }
    if (pathname !== "/api/mail/held/release") return undefined;
    desk.parts.push(await request.json());
    const failure = await desk.gate();
    if (failure instanceof Error && "status" in failure)
      return Response.json(failure, { status: Number(failure.status) });
    const released = Math.min(100, mails);
    desk.groups = mails > released ? [group(mails - released)] : [];
    return Response.json({ released, left: mails - released });
  };
  const root = createRootRoute({
    component: () => (
      <MailLogScreen
        filter={filter}
        onFilter={() => undefined}
        openId={openId}
        onOpen={() => undefined}
        onOpenTicket={() => undefined}
      />
    ),
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ["/"] }) });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole("heading", { name: "Mail Log" })).toBeVisible();
  return desk;
}

const dialog = () => page.getByRole("dialog", { name: "Release Held Mail" });
const button = (name: string) => dialog().getByRole("button", { name, exact: true });

test("says how many mails are held, from whom, why and until when; nothing if none are", async () => {
  await openLog({
    groups: [group(200), group(12, "ann@customer.example", "sender"), group(3, null, "size"), group(1, "x@y.example")],
    endsAt: "2026-03-09T10:00:00.000Z",
  });
  for (const words of [
    "216 mails are held back by a limit",
    `200 mails of ${market}: the same words again and again`,
    "12 mails of ann@customer.example: too many of one sender",
    "3 mails: too large, or too long to read",
    "and of one more sender",
    "The first of them are removed on Mar 9, 2026.",
  ])
    await expect.element(page.getByText(words)).toBeVisible();
  expect(page.getByText("Refused at the door").query()).toBeNull();
});

test("releases everything counted, in parts with progress, and says when it is done", async () => {
  const desk = await openLog({ groups: [group(230)], filter: { from: "2026-03-01" } });
  await page.getByRole("button", { name: "Release...", exact: true }).click();
  await expect.element(dialog().getByLabelText("Came from")).toHaveValue("2026-03-01");
  await expect.element(dialog().getByRole("status")).toMatchTextContent("230 mails held back.");
  const gate = Promise.withResolvers<undefined>();
  desk.gate = () => (desk.parts.length < 2 ? Promise.resolve() : gate.promise);
  await button("Release").dblClick();
  await expect.element(dialog().getByRole("status")).toMatchTextContent("100 mails released, 130 to go...");
  await expect.element(dialog().getByRole("progressbar")).toHaveAttribute("aria-valuenow", "43");
  gate.resolve(undefined);
  await expect.element(dialog().getByRole("status")).toMatchTextContent("230 mails released.");
  await expect.element(button("Done")).toBeVisible();
  expect(desk.parts).toHaveLength(3);
  for (const part of desk.parts) expect(part).toEqual({ from: expect.stringMatching(/^2026-0/), until: at });
  await expect.element(page.getByText(/held back by a limit/)).not.toBeInTheDocument();
});

test("a release can be stopped and resumed, and says what failed", async () => {
  const desk = await openLog({ groups: [group(230)] });
  await page.getByRole("button", { name: /^230 mails of/ }).click();
  await expect.element(dialog().getByLabelText("Sender")).toHaveValue(market);
  await expect.element(dialog().getByRole("status")).toMatchTextContent("230 mails held back.");
  const gate = Promise.withResolvers<undefined>();
  desk.gate = () => gate.promise;
  await button("Release").click();
  await button("Stop").click();
  gate.resolve(undefined);
  await expect.element(dialog().getByRole("status")).toMatchTextContent("100 mails released, 130 still held back.");
  desk.gate = async () => refusal("not_allowed");
  await button("Go on").click();
  await expect.element(dialog().getByRole("alert")).toMatchTextContent("Not all were released");
  desk.gate = async () => undefined;
  await button("Go on").click();
  await expect.element(dialog().getByRole("status")).toMatchTextContent("130 mails released.");
  expect(desk.parts.at(-1)).toEqual({ reason: "alike", sender: market, until: at });
});

test("the selection can be narrowed, and an empty one cannot be released", async () => {
  const desk = await openLog({ groups: [group(5)] });
  await page.getByRole("button", { name: "Release...", exact: true }).click();
  await expect.element(button("Release")).toBeEnabled();
  desk.groups = [];
  await dialog().getByRole("combobox", { name: "Held by" }).selectOptions("ticket");
  await dialog().getByLabelText("Sender").fill("form@shop.example");
  await expect.element(dialog().getByRole("status")).toMatchTextContent("No mail is held back by this.");
  await expect.element(button("Release")).toBeDisabled();
  expect(Object.fromEntries(new URLSearchParams(desk.asked.at(-1)))).toEqual({
    reason: "ticket",
    sender: "form@shop.example",
  });
});

test("a held mail leads to releasing its sender's others and to giving the sender a limit", async () => {
  await openLog({ groups: [group(5)], openId: heldMail.id });
  await page.getByRole("button", { name: "Release all of this sender..." }).click();
  await expect.element(dialog().getByLabelText("Sender")).toHaveValue(market);
  await button("Cancel").click();
  await page.getByRole("button", { name: "This sender brings many people's mail..." }).click();
  const share = page.getByRole("dialog", { name: "Shared Sender" });
  await expect.element(share.getByRole("textbox", { name: "Address or Domain" })).toHaveValue(market);
});

test("refusals at the SMTP door are counted by reason, for today and recent days", async () => {
  await openLog({
    refused: [
      { reason: "sender_address", today: 3, lately: 12 },
      { reason: "unknown_recipient", today: 0, lately: 40 },
    ],
  });
  await page.getByText(/3 today, 52 in the last 7 days/).click();
  const row = page.getByRole("row").filter({ hasText: "Sender's address that cannot be read" });
  await expect.element(row).toMatchTextContent("12");
  await expect.element(page.getByText("Address at your domain that you do not have here")).toBeVisible();
});

test.each([390, 1440])("at %i pixels nothing is wider than the screen", async (width) => {
  const { innerWidth, innerHeight } = window;
  await page.viewport(width, 900);
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  const long = `${"unbroken".repeat(30)}@market.example`;
  await openLog({ groups: [group(5_000, long)], refused: [{ reason: "limit", today: 1_000_000, lately: 9_000_000 }] });
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  await expect.element(page.getByText(/^5,000 mails are held back/)).toBeVisible();
  expect(overflow()).toBeLessThanOrEqual(0);
  await page.getByText(/1,000,000 today/).click();
  expect(overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Release...", exact: true }).click();
  await expect.element(button("Release")).toBeVisible();
  expect(overflow()).toBeLessThanOrEqual(0);
});
