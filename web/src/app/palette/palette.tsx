import type { ComponentProps } from "react";
import { SearchPalette } from "../../features/search/search-palette.tsx";
import { type CommandActions, useCommands } from "./use-commands.ts";

/** The search with the commands of the whole application. */
export function Palette(props: Omit<ComponentProps<typeof SearchPalette>, "commands"> & CommandActions) {
  const { onShowKeys, onLogout, ...palette } = props;
  return <SearchPalette {...palette} commands={useCommands({ onShowKeys, onLogout })} />;
}
