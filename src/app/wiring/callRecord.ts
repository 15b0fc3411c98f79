/** Reads what happened in a call, with the photos and recordings that were taken during it. */
import { photos } from '../../../contract/endpoints/photos.ts';
import type { Call } from '../../../contract/entities/call.ts';
import type { CallRecord, KeptMedia } from '../../machines/robotCall/robotCall.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { thumbnailUrls } from './thumbnailUrls.ts';

export function loadCallRecord({ transport, present, world: { clock, log } }: Services) {
  const library = createClient(photos, transport);
  const keptOf = async (call: Call, signal: AbortSignal): Promise<KeptMedia[]> => {
    if (call.answeredAt === null || call.operator === null) return [];
    const during = { startTime: call.answeredAt, endTime: (call.endedAt ?? clock.now()) + 1 };
    const { rows } = await library.list(
      { serialNumberStr: call.serialNumber, source: 'operator', takenBy: call.operator.id, ...during },
      { signal },
    );
    const urls = await thumbnailUrls(library, rows, signal);
    return rows.map((item) => ({ item, picture: urls.get(item.fileId) ?? '' })).reverse();
  };
  return async (callId: string, signal: AbortSignal): Promise<CallRecord> => {
    const { call, lines } = await present().api.calls.details({ callingRequestId: callId }, { signal });
    // If the pictures cannot be loaded, the record is shown without them.
    const kept = await keptOf(call, signal).catch((error: unknown) => (log(error), null));
    return { call, lines, kept };
  };
}
