import { useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import { useSession } from "../../lib/session.ts";
import { isPressed } from "../../lib/shortcuts.ts";
import { dialogOf, isPageBeside, isTyping } from "../../lib/use-shortcuts.ts";
import { goKey, offeredSections, sections } from "../sections.ts";

const PATIENCE_MS = 1_500;

/** `g` and then a section's letter leads to it, from anywhere but a field or a modal dialog. */
export function useGoKeys(): void {
  const navigate = useNavigate();
  const offered = offeredSections(useSession().can);
  const latest = useRef({ navigate, offered });
  latest.current = { navigate, offered };

  // Before the browser paints, so that no key is missed of what is already to be seen.
  useLayoutEffect(() => {
    let until = 0;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === "Shift") return;
      const isSecond = event.timeStamp < until;
      until = 0;
      if (event.repeat || isTyping(event) || !isPageBeside(dialogOf(event))) return;
      if (isSecond) {
        const section = latest.current.offered.find((id) => isPressed(event, sections[id]));
        if (section !== undefined) {
          event.preventDefault();
          // The letter has another meaning by itself.
          event.stopPropagation();
          void latest.current.navigate({ to: sections[section].path });
          return;
        }
      }
      if (isPressed(event, { key: goKey })) until = event.timeStamp + PATIENCE_MS;
    }
    // Before anything else hears of the second letter.
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}
