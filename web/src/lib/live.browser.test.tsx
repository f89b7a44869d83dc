import { expect, test, vi } from "vitest";
import { connectLive } from "./live.ts";

/** A WebSocket that has not opened yet. */
class HeldSocket {
  readonly sent: string[] = [];
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  constructor() {
    opened.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {}
}

const opened: HeldSocket[] = [];

test("a slow connection reports how old the page is by then", async () => {
  vi.stubGlobal("WebSocket", HeldSocket);
  const age = vi.spyOn(performance, "now").mockReturnValue(10_000_000);
  const handlers = { onEvent: vi.fn(), onReset: vi.fn(), onConnectedChange: vi.fn(), onSignedOut: vi.fn() };
  const stop = connectLive(handlers);
  await expect.poll(() => opened).toHaveLength(1);
  age.mockReturnValue(10_005_000);
  opened[0]?.onopen?.();
  opened[0]?.onmessage?.({ data: '0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000}' });
  await expect.poll(() => opened[0]?.sent).toEqual(['40{"after":null,"age":10005000}']);
  stop();
  age.mockRestore();
  vi.unstubAllGlobals();
});
