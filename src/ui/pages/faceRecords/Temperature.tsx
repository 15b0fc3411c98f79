/** A temperature on the scale from 35 to 40 °C, with the threshold of its robot as a line. */
import type { FaceRecord } from '../../../../contract/entities/face.ts';
import { onScale } from '../../../../contract/rules/faces.ts';
import { useT } from '../../hooks/useT.ts';
import { StatusShape } from '../../kit/StatusShape.tsx';
import { degreesText, temperatureText } from './faceTexts.ts';

const percent = (degrees: number): string => `${Math.round(onScale(degrees) * 100)}%`;

export function Temperature({ record }: { readonly record: FaceRecord }) {
  const t = useT();
  const { temperature, threshold, isHigh } = record;
  return (
    <span
      className="inline-flex items-center justify-end gap-2 tabular-nums"
      role="img"
      aria-label={temperatureText(t, record)}
    >
      {isHigh && <StatusShape status="alarm" size={12} />}
      {temperature !== null && (
        <span className="relative block h-1 w-16 flex-none rounded-full bg-surface-3">
          <span className="absolute -inset-y-[3px] w-0.5 bg-ch-2" style={{ left: percent(threshold) }} />
          <span
            className={`absolute -top-0.5 -ml-1 size-2 rounded-full ${isHigh ? 'bg-st-alarm' : 'bg-n-500'}`}
            style={{ left: percent(temperature) }}
          />
        </span>
      )}
      <span className={`min-w-13 text-right ${isHigh ? 'font-semibold text-st-alarm-text' : ''}`}>
        {degreesText(t, temperature)}
      </span>
    </span>
  );
}
