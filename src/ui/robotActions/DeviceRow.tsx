/** A device of a robot: its name, what it reports, and its control. */
import type { ReactNode } from 'react';

export function DeviceRow({
  label,
  value,
  children,
}: {
  readonly label: string;
  readonly value: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex min-h-9 items-center gap-3 text-13 max-desk:min-h-11">
      <span className="min-w-0 flex-1">
        <b className="block font-medium">{label}</b>
        <span className="block text-12 text-text-2">{value}</span>
      </span>
      {children}
    </div>
  );
}
