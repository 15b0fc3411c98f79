/** The logo: a turntable with its bridge, and stalls around it. */

export function Logo({ size = 26 }: { readonly size?: number | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="var(--menu)"
      strokeWidth={2.2}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M16 2.5v6M29.5 16h-6M25.5 6.5l-4.2 4.2M6.5 6.5l4.2 4.2M2.5 16h6" opacity={0.5} />
      <circle cx="16" cy="16" r="7.5" />
      <path d="M11.8 22.2 20.2 9.8" stroke="var(--brand-500)" strokeWidth={3} />
      <path d="M4 27.5c3.5-3.2 7.6-4.8 12-4.8s8.5 1.6 12 4.8" opacity={0.5} />
    </svg>
  );
}
