/**
 * One teleop message, now or never: a socket with bytes waiting would deliver it late, and late is worse than not
 * at all (design 6). The robot stands by itself when nothing comes. A zero alone always leaves.
 */
import { isZero } from '../../contract/rules/teleop.ts';
import type { TeleopMessage } from '../../contract/wire/actions.ts';
import { parseTopic, teleopTopic } from '../../contract/wire/topics.ts';

export interface PulseParts {
  bufferedAmount(): number;
  publish(topic: string, payload: string): boolean;
}

/** @param mqttSubTopic the base under which messages are sent to the robot
 *  @returns whether it left */
export function sendPulse(parts: PulseParts, mqttSubTopic: string, pulse: TeleopMessage): boolean {
  const base = parseTopic(`${mqttSubTopic}/+`);
  if (base?.about !== 'robot' || (!isZero(pulse) && parts.bufferedAmount() > 0)) return false;
  return parts.publish(teleopTopic(base, pulse.lease), JSON.stringify(pulse));
}

/** Half a minute of what leaves: an echo that is later still tells nothing. */
const KEPT = 600;

type Pulse = Pick<TeleopMessage, 'lease' | 'sequence'> & { serialNumber: string };
const keyOf = ({ serialNumber, lease, sequence }: Pulse): string => `${serialNumber} ${lease} ${sequence}`;

/** When what left did leave, so that an echo tells how old it is. */
export function createPulseLog() {
  const left = new Map<string, number>();
  return {
    note(pulse: Pulse, at: number): void {
      left.set(keyOf(pulse), at);
      if (left.size <= KEPT) return;
      const [oldest] = left.keys();
      if (oldest !== undefined) left.delete(oldest);
    },
    /** null for what did not leave here, or too long ago. */
    leftAt: (pulse: Pulse): number | null => left.get(keyOf(pulse)) ?? null,
  };
}
export type PulseLog = ReturnType<typeof createPulseLog>;
