import { getRouteApi } from "@tanstack/react-router";
import { HelpScreen } from "../features/help/help-screen.tsx";

const route = getRouteApi("/desk/dashboard/help");

/** The help center; category, search, article and video are in the URL. */
export function HelpTab() {
  const params = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <HelpScreen
      shown={params}
      // While typing, the back button returns to before the search instead of undoing each letter.
      onSearch={(search) =>
        void navigate({
          search: { search },
          replace: params.search !== undefined && search !== "",
          resetScroll: false,
        })
      }
      onCloseVideo={() => void navigate({ search: { ...params, video: undefined }, resetScroll: false })}
    />
  );
}
