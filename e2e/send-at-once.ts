import type { APIRequestContext } from "playwright";

/** Makes the user's replies leave at once and keeps their ticket open, for journeys that are not about undoing. */
export async function sendAtOnce(request: APIRequestContext): Promise<void> {
  const response = await request.patch("/api/desk/preferences", { data: { undoSeconds: 0, afterSend: "stay" } });
  if (!response.ok()) throw new Error(`Choosing to send at once failed: ${response.status()} ${await response.text()}`);
}
