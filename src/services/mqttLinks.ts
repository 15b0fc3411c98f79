/** Keeps the live clients, one per key. Callers hold keys, never clients. */
export interface Heard {
  topic: string;
  payload: string;
  /** performance.now() of arrival. */
  at: number;
}

export interface MqttLinks {
  subscribe(key: string, topic: string): Promise<void>;
  /** QoS 0; nothing is kept for later. False when the link is not open. */
  publish(key: string, topic: string, payload: string): boolean;
  /** What comes over a link. Messages of one animation frame come together (one timer in a hidden tab); those `isUrgent` at once, alone. */
  listen(key: string, listener: (heard: readonly Heard[]) => void, isUrgent?: (topic: string) => boolean): () => void;
  /** Bytes that wait in the socket: drive by hand only at 0 (design 6). Infinity while it is closed. */
  bufferedAmount(key: string): number;
  /** For RTCPeerConnection; empty until the link was open once. */
  iceServers(key: string): RTCIceServer[];
  /** performance.now() of the last sign of life of a link, null before the first. */
  lastHeard(key: string): number | null;
}
