import type { RatingSettings } from "@deskhand/contract/ratings/ratings";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { useSession } from "../../lib/session.ts";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import { openSettings } from "../../testing/open-settings.tsx";
import { RatingsScreen } from "./ratings-screen.tsx";

const off: RatingSettings = {
  isOn: false,
  hours: 4,
  pauseDays: 30,
  asksAfterComplaints: false,
  reviewLinks: [],
  version: 0,
  rule: null,
};
const rule = { id: "22222222-2222-4222-8222-222222222222", name: "Ask for a rating", isOn: true, isAsMade: true };

function Screen() {
  return useSession().user === null ? null : <RatingsScreen />;
}

/** Opens the screen before a server with these settings; returns what was saved. */
async function open(settings: RatingSettings, ...alsoCan: string[]) {
  const desk = { settings, answer: (): unknown => ({ ...desk.settings, version: desk.settings.version + 1 }) };
  const server = fakeServer();
  server.alsoCan.push(...alsoCan);
  const preview = { html: "<p>Mail</p>", languages: [{ code: "en", name: "English" }] };
  let isPreview = false;
  const asked = await openSettings(Screen, {
    path: /^\/api\/rating-settings/,
    list: () => desk.settings,
    answer: () => (isPreview ? preview : desk.answer()),
    server,
  });
  const onTheWay = server.onTheWay;
  server.onTheWay = (request) => {
    isPreview = request.url.endsWith("/preview");
    return onTheWay(request);
  };
  return { desk, saved: () => asked.requests.filter(([what]) => what === "PUT ").map(([, input]) => input) };
}

const save = page.getByRole("button", { name: "Save" });

test("switches ratings on with hours and a review site, and says at its field what the server refuses", async () => {
  const { desk, saved } = await open(off, "rules:manage");
  await expect.element(page.getByText("Switching it on makes a rule", { exact: false })).toBeVisible();
  await page.getByRole("switch", { name: /Ask for ratings/ }).click();
  await page.getByRole("textbox", { name: /^Hours/ }).fill("24");
  await page.getByRole("button", { name: "Add a link" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Lamp Reviews");
  await page.getByRole("textbox", { name: "Address" }).fill("http://reviews.example");
  const wrong = "Enter an address that begins with https://";
  desk.answer = () => refusal("input_invalid", { fields: { "reviewLinks.0.url": [wrong] } });
  await save.click();
  await expect.element(page.getByText(wrong)).toBeVisible();
  await page.getByRole("textbox", { name: "Address" }).fill("https://reviews.example");
  desk.answer = () => ({ ...off, isOn: true, hours: 24, version: 1, rule });
  await save.click();
  await expect.element(page.getByText("asks. You can add conditions to it", { exact: false })).toBeVisible();
  expect(saved().at(-1)).toEqual({
    isOn: true,
    hours: 24,
    pauseDays: 30,
    asksAfterComplaints: false,
    reviewLinks: [{ name: "Lamp Reviews", url: "https://reviews.example" }],
    expectedVersion: 0,
  });
});

test("overwrites no change of somebody else, and shows theirs", async () => {
  const { desk } = await open({ ...off, version: 3 }, "rules:manage");
  await page.getByRole("switch", { name: /after a complaint/ }).click();
  desk.answer = () => refusal("rating_settings_changed_meanwhile", { version: 4 });
  desk.settings = { ...off, hours: 48, version: 4 };
  await save.click();
  await page.getByRole("button", { name: "Show them" }).click();
  await expect.element(page.getByRole("textbox", { name: /^Hours/ })).toHaveValue("48");
});

test("says that nobody is asked where the rule was switched off, and lets others only look", async () => {
  await open({ ...off, isOn: true, version: 2, rule: { ...rule, isOn: false } });
  await expect
    .element(page.getByText("Nobody is asked: the rule “Ask for a rating” was switched off", { exact: false }))
    .toBeVisible();
  await expect.element(page.getByText("Only administrators can change how customers are asked")).toBeVisible();
  await expect.element(page.getByRole("switch", { name: /Ask for ratings/ })).toBeDisabled();
  await expect.element(save).not.toBeInTheDocument();
});
