/** The shape of a status in its colour. Adjacent text or `label` names the status. */
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';
import { STATUS_SHAPES } from '../icons/statusShapes.ts';

export interface StatusShapeProps {
  readonly status: RobotStatus;
  /** px */
  readonly size?: number | undefined;
  /** Only if no adjacent text names the status. */
  readonly label?: string | undefined;
}

export function StatusShape({ status, size = 12, label }: StatusShapeProps) {
  return (
    <svg
      className={`shape is-${status}`}
      width={size}
      height={size}
      viewBox="0 0 12 12"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {STATUS_SHAPES[status].map((path) => (
        <path key={path} d={path} fillRule="evenodd" />
      ))}
    </svg>
  );
}
