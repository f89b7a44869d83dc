import { useEffect, useState } from "react";
import { firstScreen } from "../fetch-soon.ts";

let stands = false;
void firstScreen.then(() => {
  stands = true;
});

/** Whether the first screen stands, and what it does without may be drawn. */
export function useFirstScreen(): boolean {
  const [isThere, setThere] = useState(stands);
  useEffect(() => {
    if (!isThere) void firstScreen.then(() => setThere(true));
  }, [isThere]);
  return isThere;
}
