import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import "../../ui/theme.css";
import { TicketRating } from "./ticket-rating.tsx";

const at = "2026-03-02T10:00:00.000Z";

test("says in words what the face shows, with the customer's own words as text", async () => {
  const rating = { askedAt: at, score: 2, comment: "It <b>broke</b> again", ratedAt: at, changedAt: null };
  await render(<TicketRating rating={rating} />);
  await expect.element(page.getByRole("region", { name: "Rating" })).toBeVisible();
  await expect.element(page.getByText("Rated: Bad")).toBeVisible();
  await expect.element(page.getByText("2 of 5", { exact: false })).toBeVisible();
  await expect.element(page.getByText("It <b>broke</b> again")).toBeVisible();
});

test("says that somebody was asked and has not rated", async () => {
  await render(<TicketRating rating={{ askedAt: at, score: null, comment: null, ratedAt: null, changedAt: null }} />);
  await expect.element(page.getByText("not rated yet", { exact: false })).toBeVisible();
});
