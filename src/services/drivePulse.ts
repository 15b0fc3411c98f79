/**
 * One teleop message, now or never: a socket with bytes waiting would deliver it late, and late is worse than not
 * at all (design 6). The robot stands by itself when nothing comes.
 */
import type { TeleopMessage } from '../../contract/wire/actions.ts';
import { parseTopic, teleopTopic } from '../../contract/wire/topics.ts';

export interface PulseParts {
  bufferedAmount(): number;
  publish(topic: string, payload: string): boolean;
  /** Milliseconds that only rise: a clock that somebody sets would look like lag. */
  ticks(): number;
}

/** @param mqttSubTopic the base under which messages are sent to the robot
 *  @returns whether it left */
export function sendPulse(parts: PulseParts, mqttSubTopic: string, pulse: Omit<TeleopMessage, 'sentAt'>): boolean {
  const base = parseTopic(`${mqttSubTopic}/+`);
  if (base?.about !== 'robot' || parts.bufferedAmount() > 0) return false;
  const message: TeleopMessage = { ...pulse, sentAt: parts.ticks() };
  return parts.publish(teleopTopic(base, pulse.lease), JSON.stringify(message));
}
