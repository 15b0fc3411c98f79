/**
 * Publishes one teleop message immediately or drops it: with bytes waiting in the socket it would arrive late, which is
 * worse than not at all (design 6). The robot stops without messages. Only a zero velocity is always sent.
 */
import { isZero } from '../../contract/rules/teleop.ts';
import type { TeleopMessage } from '../../contract/wire/actions.ts';
import { parseTopic, teleopTopic } from '../../contract/wire/topics.ts';

export interface PulseParts {
  bufferedAmount(): number;
  publish(topic: string, payload: string): boolean;
}

/**
 * @param mqttSubTopic base topic of messages to the robot
 * @returns whether it was sent
 */
export function publishTeleop(parts: PulseParts, mqttSubTopic: string, pulse: TeleopMessage): boolean {
  const base = parseTopic(`${mqttSubTopic}/+`);
  if (base?.about !== 'robot' || (!isZero(pulse) && parts.bufferedAmount() > 0)) return false;
  return parts.publish(teleopTopic(base, pulse.lease), JSON.stringify(pulse));
}

/** Half a minute of messages; later echoes are useless. */
const KEPT = 600;

type Pulse = Pick<TeleopMessage, 'lease' | 'sequence'> & { serialNumber: string };
const keyOf = ({ serialNumber, lease, sequence }: Pulse): string => `${serialNumber} ${lease} ${sequence}`;

/** Records when messages were sent, to measure the age of an echo. */
export function createSentTeleopLog() {
  const left = new Map<string, number>();
  return {
    note(pulse: Pulse, at: number): void {
      left.set(keyOf(pulse), at);
      if (left.size <= KEPT) return;
      const [oldest] = left.keys();
      if (oldest !== undefined) left.delete(oldest);
    },
    /** null if the message was not sent from here, or too long ago. */
    leftAt: (pulse: Pulse): number | null => left.get(keyOf(pulse)) ?? null,
  };
}
export type SentTeleopLog = ReturnType<typeof createSentTeleopLog>;
