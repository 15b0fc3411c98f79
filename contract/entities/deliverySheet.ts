/** Keys of the texts of deliveries that the console and an exported sheet share, and those of the sheet. */
import type { DeliveryOrigin } from './delivery.ts';
import type { DeliveryStatus } from './robotConstants.ts';

export const DELIVERY_STATUS_KEYS = {
  created: 'deliveryTexts.status.created',
  goingToLoadingPoint: 'deliveryTexts.status.goingToLoadingPoint',
  arrivedAtLoadingPoint: 'deliveryTexts.status.arrivedAtLoadingPoint',
  loading: 'deliveryTexts.status.loading',
  loadingCompleted: 'deliveryTexts.status.loadingCompleted',
  loadingFailed: 'deliveryTexts.status.loadingFailed',
  goingToLoadingFailed: 'deliveryTexts.status.goingToLoadingFailed',
  loadingTimeout: 'deliveryTexts.status.loadingTimeout',
  cabinetOpen: 'deliveryTexts.status.cabinetOpen',
  delivering: 'deliveryTexts.status.delivering',
  arrivedAtRoom: 'deliveryTexts.status.arrivedAtRoom',
  completed: 'deliveryTexts.status.completed',
  notPickedUp: 'deliveryTexts.status.notPickedUp',
  cancelled: 'deliveryTexts.status.cancelled',
  deliveryFailed: 'deliveryTexts.status.deliveryFailed',
  expired: 'deliveryTexts.status.expired',
} as const satisfies Readonly<Record<DeliveryStatus, string>>;
export const DELIVERY_ORIGIN_KEYS = {
  console: 'deliveryTexts.origin.console',
  call: 'deliveryTexts.origin.call',
  robot: 'deliveryTexts.origin.robot',
  demo: 'deliveryTexts.origin.demo',
} as const satisfies Readonly<Record<DeliveryOrigin, string>>;
export const EXPORT_COLUMN_KEYS = [
  'deliveryExport.columns.number',
  'shared.created',
  'common.robot',
  'deliveryExport.columns.from',
  'deliveryExport.columns.to',
  'common.status',
  'deliveryExport.columns.recipient',
  'deliveryExport.columns.phone',
  'deliveryExport.columns.createdBy',
  'deliveryExport.columns.origin',
  'shared.endedAt',
  'deliveryExport.columns.took',
  'deliveryExport.columns.note',
] as const;
