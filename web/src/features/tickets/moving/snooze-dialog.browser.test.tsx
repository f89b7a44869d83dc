import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer, newMessage, refusal } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { SnoozeDialog } from "./snooze-dialog.tsx";

test("what the customer wrote meanwhile is shown, and the ticket put off until the same time all the same", async () => {
  const server = fakeServer();
  const { ticket } = server;
  const news = newMessage(ticket.id, { content: "Never mind, it came." });
  server.before = async () => {
    if (server.snoozes.length === 1) throw refusal("conversation_moved_on", { newMessages: [news] });
  };
  const onClose = vi.fn<() => void>();
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <SnoozeDialog ticket={ticket} onClose={onClose} />
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: /^Tomorrow 9:00/ }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("The customer wrote meanwhile: Never mind, it came.");
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Snooze all the same" }).click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  const [first, second] = server.snoozes;
  expect(first?.lastSeenMessageId).toBe(ticket.messages.at(-1)?.id ?? null);
  expect(second?.until).toBe(first?.until);
  expect(second?.lastSeenMessageId).toBeUndefined();
});
