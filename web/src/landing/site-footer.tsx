import { Mark } from "./mark.tsx";

/** The end of every public page; the legal pages open in a new tab, as everywhere. */
export function SiteFooter({ home = "" }: { home?: string }) {
  return (
    <footer className="border-line border-t">
      <div className="page-width flex flex-col gap-8 py-10 md:flex-row md:justify-between">
        <div className="max-w-90">
          <p className="flex items-center gap-2.5 font-semibold">
            <Mark size={22} />
            Deskhand
          </p>
          <p className="mt-2 text-soft">Support for online stores</p>
          <p className="mt-4 text-sm text-soft">
            © 2026 Deskhand. Open source under the MIT licence. Shopify, Gmail, Microsoft 365 and the other names belong
            to their owners.
          </p>
        </div>
        <nav aria-label="Footer" className="no-print grid grid-cols-2 gap-x-14 gap-y-8 sm:grid-cols-3">
          <Column title="Product">
            <FooterLink href={`${home}#features`}>Features</FooterLink>
            <FooterLink href={`${home}#testimonials`}>Screens</FooterLink>
            <FooterLink href={`${home}#pricing`}>Pricing</FooterLink>
            <FooterLink href={`${home}#contact`}>Contact</FooterLink>
          </Column>
          <Column title="Build on it">
            <FooterLink href="/docs">Documentation</FooterLink>
            <FooterLink href="/api/docs">API reference</FooterLink>
          </Column>
          <Column title="Legal">
            <FooterLink href="/privacy.html" isNewTab>
              Privacy Policy
            </FooterLink>
            <FooterLink href="/terms.html" isNewTab>
              Terms of Service
            </FooterLink>
          </Column>
        </nav>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h2 className="font-medium text-sm">{title}</h2>
      <ul className="mt-2 flex flex-col">{children}</ul>
    </div>
  );
}

function FooterLink({ href, isNewTab = false, children }: { href: string; isNewTab?: boolean; children: string }) {
  return (
    <li>
      <a
        href={href}
        className="quiet-link inline-block py-1.5"
        {...(isNewTab && { target: "_blank", rel: "noreferrer" })}
      >
        {children}
      </a>
    </li>
  );
}
