import type { SendingLimits } from "@deskhand/contract/admin/sending";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { formatDateTime } from "../../../lib/format.ts";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import { SendingLimitsScreen } from "./sending-limits-screen.tsx";

const endsAt = "2026-03-03T00:00:00.000Z";
const limitsOf = (limit: number | null): SendingLimits => ({
  level: "new",
  acknowledgement: null,
  endsAt,
  first: { sent: 10, waiting: 2, limit },
  reply: { sent: 1, waiting: 0, limit },
});

async function openScreen(limits: SendingLimits) {
  fakeServer().onTheWay = async ({ url }) =>
    new URL(url).pathname === "/api/sending/limits" ? Response.json(limits) : undefined;
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <SendingLimitsScreen />
    </QueryClientProvider>,
  );
}

test("limits name what is held back as the ticket does: which mails count, and until when in the reader's time", async () => {
  await openScreen(limitsOf(10));
  await expect
    .element(page.getByText("To people who have not written to you, or whose address nothing proves"))
    .toBeVisible();
  await expect.element(page.getByText("10 of 10 sent today, 2 waiting")).toBeVisible();
  await expect
    .element(page.getByText(/The next day begins on/))
    .toMatchTextContent(`The next day begins on ${formatDateTime(endsAt)}`);
});

test("an installation without limits says so", async () => {
  await openScreen(limitsOf(null));
  await expect.element(page.getByText("Whoever runs this installation has set no limits.")).toBeVisible();
});
