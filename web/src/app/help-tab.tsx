import { getRouteApi } from "@tanstack/react-router";
import { HelpScreen } from "../features/help/help-screen.tsx";

const route = getRouteApi("/desk/dashboard/help");

/** The help center: the category, the search, the article and the video that are shown are in the address. */
export function HelpTab() {
  const shown = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <HelpScreen
      shown={shown}
      // While one types, the back button leads to what was before the search, not to each of its letters.
      onSearch={(search) =>
        void navigate({
          search: { search },
          replace: shown.search !== undefined && search !== "",
          resetScroll: false,
        })
      }
      onCloseVideo={() => void navigate({ search: { ...shown, video: undefined }, resetScroll: false })}
    />
  );
}
