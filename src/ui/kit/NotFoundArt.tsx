/**
 * Illustration: a line with three passed stations and a buffer stop in place of the fourth. Decorative; red is reserved
 * for Stop and alarms.
 */

const PASSED = [12, 72, 132] as const;

export function NotFoundArt() {
  return (
    <svg className="track-end" viewBox="0 0 240 56" aria-hidden="true">
      <path d="M12 28H132" className="track-end-known" />
      <path d="M132 28H206" className="motif-path" />
      {PASSED.map((x) => (
        <circle key={x} cx={x} cy="28" r="7" className="track-end-station" />
      ))}
      <path d="M212 12V44M224 18V38" className="track-end-stop" />
    </svg>
  );
}
