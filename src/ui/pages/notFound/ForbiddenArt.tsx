/** Illustration: a line with a closed barrier before the last station. Decorative; red is reserved for Stop and alarms. */

const STATIONS = [12, 72, 228] as const;

export function ForbiddenArt() {
  return (
    <svg className="w-[min(320px,80vw)] fill-none stroke-3" viewBox="0 0 240 72" aria-hidden="true">
      <path d="M12 52H132" className="stroke-n-500" />
      <path d="M156 52H228" className="stroke-n-300" strokeDasharray="6 5" />
      {STATIONS.map((x) => (
        <circle key={x} cx={x} cy="52" r="7" className="fill-n-500 stroke-paper" />
      ))}
      <g className="stroke-heading stroke-4" strokeLinecap="round">
        <path d="M144 64V36M144 36H206" />
        <path d="M164 30l6 12M179 30l6 12M194 30l6 12" className="stroke-2" />
        <rect x="134" y="14" width="20" height="15" rx="3" className="fill-paper stroke-3" />
        <path d="M139 14v-3a5 5 0 0 1 10 0v3" className="stroke-3" />
      </g>
    </svg>
  );
}
