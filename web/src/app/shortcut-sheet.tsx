import { Fragment, type ReactNode } from "react";
import { ticketShortcuts } from "../entities/ticket/ticket-shortcuts.ts";
import { useSession } from "../lib/session.ts";
import { keyNames, type Shortcut, type ShortcutScope, shortcuts } from "../lib/shortcuts.ts";
import { Kbd } from "../ui/kbd.tsx";
import { Dialog } from "../ui/overlay/dialog.tsx";
import { offeredSections, sectionKeys, sections } from "./sections.ts";

/** These scopes share a column, as a ticket has as many keys as all of them. */
const beside: ShortcutScope[] = ["Anywhere", "In a list", "In the list of tickets"];
const all: Shortcut[] = Object.values({ ...shortcuts, ...ticketShortcuts });

/** A sheet of all shortcuts, generated from the handlers' definitions. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const offered = offeredSections(useSession().can);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the sheet scrolls in small windows and has no control to scroll it by. */}
      <div data-autofocus tabIndex={0} className="grid scroll-mt-4 gap-x-9 gap-y-5 outline-none sm:grid-cols-2">
        <div className="flex flex-col gap-5">
          {beside.map((scope) => (
            <ScopeGroup key={scope} scope={scope} />
          ))}
          <Group heading="Go to">
            {offered.map((id) => (
              <Line key={id} ways={[sectionKeys(id)]} does={sections[id].label} />
            ))}
          </Group>
        </div>
        <ScopeGroup scope="In a ticket" />
      </div>
    </Dialog>
  );
}

function ScopeGroup({ scope }: { scope: ShortcutScope }) {
  return (
    <Group heading={scope}>
      {[...Map.groupBy(all, ({ does }) => does)]
        .filter(([, [first]]) => first?.scope === scope)
        .map(([does, same]) => (
          <Line key={does} ways={same.map(keyNames)} does={does} />
        ))}
    </Group>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-faint text-xs">{heading}</h3>
      <dl>{children}</dl>
    </section>
  );
}

/** An action, and the keys of each way to do it. */
function Line({ ways, does }: { ways: string[][]; does: string }) {
  return (
    <div className="flex flex-row-reverse items-center gap-3 border-line border-t py-1.75">
      <dt className="flex shrink-0 items-center gap-1">
        {ways.map((keys, way) => (
          <Fragment key={keys.join()}>
            {way > 0 && <span className="px-0.5 text-soft text-xs">or</span>}
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </Fragment>
        ))}
      </dt>
      <dd className="min-w-0 flex-1">{does}</dd>
    </div>
  );
}
