/**
 * Illustration: a line with three passed stations and a buffer stop in place of the fourth. Decorative; red is reserved
 * for Stop and alarms.
 */

const PASSED = [12, 72, 132] as const;

export function NotFoundArt() {
  return (
    <svg className="w-[min(320px,80vw)]" fill="none" viewBox="0 0 240 56" aria-hidden="true">
      <path d="M12 28H132" stroke="var(--n-500)" strokeWidth={3} />
      <path d="M132 28H206" stroke="var(--mark)" strokeWidth={2.5} strokeDasharray="7 6" />
      {PASSED.map((x) => (
        <circle key={x} cx={x} cy="28" r="7" fill="var(--n-500)" stroke="var(--map-void)" strokeWidth={3} />
      ))}
      <path d="M212 12V44M224 18V38" stroke="var(--heading)" strokeWidth={4} strokeLinecap="round" />
    </svg>
  );
}
