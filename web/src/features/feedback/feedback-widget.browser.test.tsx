import { limits } from "@deskhand/contract/limits";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import { stopClock } from "../../testing/stop-clock.ts";
import "../../ui/theme.css";
import { FeedbackWidget } from "./feedback-widget.tsx";

const opener = page.getByRole("button", { name: "Send Feedback" });
const dialog = page.getByRole("dialog", { name: "Send Feedback" });
const send = dialog.getByRole("button", { name: /^Send/ });
const email = dialog.getByLabelText("Your Email (optional)");
const idea = dialog.getByLabelText("Describe your feature idea", { exact: true });
const bug = dialog.getByLabelText("Describe the bug", { exact: true });
const thanks = dialog.getByText("✓ Thank you! Your feedback has been sent successfully.");
const sorry = dialog.getByRole("alert");

async function openWidget(server = fakeServer()) {
  localStorage.clear();
  server.alsoCan.push("feedback:send", "help:read");
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <FeedbackWidget />
    </QueryClientProvider>,
  );
  await opener.click();
  await expect.element(dialog).toBeVisible();
  return { server, screen };
}

/** Delays the server's response until released. */
function hold(server: ReturnType<typeof fakeServer>) {
  const gate = Promise.withResolvers<void>();
  server.feedback.before = () => gate.promise;
  return gate;
}

test("shows the specified texts, and sends nothing without a message", async () => {
  await openWidget();
  // The one in the dialog.
  expect(opener.elements()).toHaveLength(1);
  await expect.element(idea).toHaveFocus();
  await expect.element(dialog.getByRole("radio", { name: "Feature Idea" })).toBeChecked();
  await expect.element(dialog.getByText("We'll use this to follow up if needed")).toBeVisible();
  const before = await idea.element().getAttribute("placeholder");
  await expect.element(send).toBeDisabled();
  await idea.fill("   \n ");
  await expect.element(send).toBeDisabled();
  await dialog.getByRole("radio", { name: "Bug Report" }).click();
  await expect.element(bug).toBeVisible();
  expect(await bug.element().getAttribute("placeholder")).not.toBe(before);
  await bug.fill("It broke");
  await expect.element(send).toBeEnabled();
});

test("shows that it is sending, thanks, clears, closes after 2 seconds and restores the focus", async () => {
  const { server } = await openWidget();
  const gate = hold(server);
  await dialog.getByRole("radio", { name: "Bug Report" }).click();
  await bug.fill("It broke");
  await email.fill("me@home.example");
  await send.click();
  await expect.element(send).toHaveTextContent("Sending...");
  await expect.element(send).toBeDisabled();
  stopClock();
  gate.resolve();
  await expect.element(thanks).toBeVisible();
  expect(server.feedback.told).toMatchObject([{ type: "bug", message: "It broke", email: "me@home.example" }]);
  await expect.element(email).toHaveValue("");
  await expect.element(dialog.getByRole("textbox", { name: /^Describe/ })).toHaveValue("");
  await vi.advanceTimersByTimeAsync(limits.feedbackClosesMs / 2);
  await expect.element(dialog).toBeVisible();
  await vi.advanceTimersByTimeAsync(limits.feedbackClosesMs / 2);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await opener.click();
  await expect.element(thanks).not.toBeInTheDocument();
  await expect.element(dialog.getByRole("button", { name: "Send Feedback" })).toBeDisabled();
});

test("a failure names the operator, keeps the text, and retries with the same key", async () => {
  const { server } = await openWidget();
  server.feedback.before = () => Promise.reject(refusal("unexpected", { requestId: "1" }));
  await idea.fill("A dark mode");
  await send.click();
  await expect
    .element(sorry)
    .toHaveTextContent("✗ Failed to send feedback. Please try again or email us directly at ops@host.example");
  await expect.element(idea).toHaveValue("A dark mode");
  server.feedback.before = async () => undefined;
  await send.click();
  await expect.element(thanks).toBeVisible();
  const [first, second] = server.feedback.told;
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

test("an edit after a failure gets a new key, and overlong text is refused", async () => {
  const server = fakeServer();
  server.feedback.operatorEmail = null;
  await openWidget(server);
  server.feedback.before = () => Promise.reject(refusal("too_much_feedback"));
  await idea.fill("A dark mode");
  await send.click();
  await expect
    .element(sorry)
    .toHaveTextContent(
      "✗ Failed to send feedback. Please try againYou have sent a lot of feedback in the last hour. Please try again later",
    );
  await idea.fill("A darker mode");
  await expect.element(sorry).not.toBeInTheDocument();
  await send.click();
  await expect.poll(() => server.feedback.told).toHaveLength(2);
  expect(server.feedback.told[1]?.idempotencyKey).not.toBe(server.feedback.told[0]?.idempotencyKey);
});

test("closing keeps the text, across a reload and during a failed request", async () => {
  const { server, screen } = await openWidget();
  await idea.fill("A dark mode");
  await email.fill("me@home.example");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await screen.unmount();
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <FeedbackWidget />
    </QueryClientProvider>,
  );
  await opener.click();
  await expect.element(idea).toHaveValue("A dark mode");
  await expect.element(email).toHaveValue("me@home.example");
  const gate = hold(server);
  await send.click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  gate.reject(refusal("unexpected", { requestId: "1" }));
  await opener.click();
  await expect.element(sorry).toBeVisible();
  await expect.element(idea).toHaveValue("A dark mode");
});

test("an address the browser rejects is not sent, and the server's errors show at their fields", async () => {
  const { server } = await openWidget();
  await idea.fill("A dark mode");
  await email.fill("not an address");
  await send.click();
  await expect.element(email).toHaveFocus();
  expect(server.feedback.told).toEqual([]);
  await email.fill("");
  const words = "Message is too long (maximum 10,000 characters)";
  server.feedback.before = () => Promise.reject(refusal("input_invalid", { fields: { message: [words] } }));
  await send.click();
  await expect.element(dialog.getByText(words)).toBeVisible();
  await expect.element(idea).toHaveAttribute("aria-invalid", "true");
});

test("a user without permission does not see it", async () => {
  fakeServer();
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <FeedbackWidget />
    </QueryClientProvider>,
  );
  await expect.element(opener).not.toBeInTheDocument();
});
