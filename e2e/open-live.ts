import type { Page } from "playwright";

/** Opens an address and waits until the page hears events: earlier ones are on it without a toast. */
export async function openLive(page: Page, address: string): Promise<void> {
  const connected = new Promise<void>((resolve) => {
    page.once("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (payload.includes('"ready"')) resolve();
      }),
    );
  });
  await page.goto(address);
  await connected;
}
