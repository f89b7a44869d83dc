import { useEffect } from "react";

const GAP_PX = 16;

/** Gives the toasts room of their own where the window has one column: whatever they would lie over is needed there. */
export function ToastsRoom() {
  useEffect(() => {
    const host = document.querySelector<HTMLElement>(".toasts");
    if (host === null) return;
    const { style } = document.documentElement;
    const makeRoom = () => {
      const takesRoom = host.offsetHeight > 0 && getComputedStyle(host).getPropertyValue("--takes-room") !== "";
      style.setProperty("--toasts-room", takesRoom ? `${host.offsetHeight + GAP_PX}px` : "0px");
    };
    const observer = new ResizeObserver(makeRoom);
    observer.observe(host);
    addEventListener("resize", makeRoom);
    return () => {
      observer.disconnect();
      removeEventListener("resize", makeRoom);
      style.removeProperty("--toasts-room");
    };
  }, []);
  return null;
}
