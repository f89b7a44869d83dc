import type { Locator } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { findAccessFaults } from "../find-access-faults.ts";
import { signInAtDemoStore } from "../sign-in-at-demo-store.ts";

const desk = await openDesk();

const stateOf = (video: Locator) =>
  video.evaluate((element) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error("This is no video");
    const [captions] = element.textTracks;
    const { currentTime, duration, paused, error, videoWidth, poster } = element;
    const shown = [...(captions?.activeCues ?? [])].map((cue) => (cue instanceof VTTCue ? cue.text : ""));
    return {
      currentTime,
      duration,
      isPlaying: !paused,
      fault: error?.message ?? null,
      videoWidth,
      poster,
      captions: captions?.cues?.length ?? 0,
      mode: captions?.mode,
      caption: shown.join(" "),
    };
  });

/** Checks that a video plays by itself from its start, with captions, and can jump to near its end. */
async function expectToPlay(video: Locator, lasts: number): Promise<void> {
  await expect.poll(async () => (await stateOf(video)).currentTime).toBeGreaterThan(0.3);
  const { duration, ...playing } = await stateOf(video);
  expect(playing).toMatchObject({ isPlaying: true, fault: null, videoWidth: 1280, mode: "showing" });
  expect(duration).toBeGreaterThan(lasts);
  expect(playing.captions).toBeGreaterThan(4);
  expect(playing.caption.length).toBeGreaterThan(10);
  const poster = await video.page().request.get(playing.poster);
  expect([poster.status(), poster.headers()["content-type"]]).toEqual([200, "image/webp"]);

  await video.evaluate((element, at) => {
    if (element instanceof HTMLVideoElement) element.currentTime = at;
  }, duration - 3);
  await expect.poll(async () => (await stateOf(video)).currentTime).toBeGreaterThan(duration - 2.5);
  const end = await stateOf(video);
  expect(end).toMatchObject({ fault: null });
  expect(end.caption).not.toBe(playing.caption);
}

test("each quick start plays in the help center, with captions, and ends with its dialog", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/help");
  for (const name of ["Getting Started", "Email Integration", "Shopify Connection", "Managing Tickets"]) {
    await page
      .getByRole("region", { name: /Quick Start Videos/ })
      .getByRole("link", { name })
      .click();
    const dialog = page.getByRole("dialog", { name });
    await expectToPlay(dialog.locator("video"), 29);
    expect(await findAccessFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
});

test("the landing page plays its film over itself, and stops it when it is closed", async () => {
  const page = await desk.newPage();
  await page.goto("/");
  await page.getByRole("button", { name: "See It In Action (2 min)" }).click();
  const dialog = page.getByRole("dialog", { name: "See It In Action" });
  const video = dialog.locator("video");
  await expectToPlay(video, 90);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await stateOf(page.locator("[data-film-dialog] video"))).toMatchObject({ isPlaying: false });
});
