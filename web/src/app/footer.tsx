/** The copyright line and the two legal pages, which open in a new tab. */
export function Footer() {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4 text-faint text-xs md:px-6">
      <p>© {new Date().getFullYear()} Deskhand</p>
      <p className="flex gap-4">
        <LegalLink href="/privacy.html">Privacy Policy</LegalLink>
        <LegalLink href="/terms.html">Terms of Service</LegalLink>
      </p>
    </footer>
  );
}

function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="rounded-tag text-soft hover:text-ink hover:underline">
      {children}
    </a>
  );
}
