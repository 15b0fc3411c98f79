/** Keys of the texts in an exported sheet of deliveries, in locales/{language}/deliveryExport.json. */
import type { DeliveryOrigin } from './delivery.ts';
import type { DeliveryStatus } from './robotConstants.ts';

export const EXPORT_STATUS_KEYS: Readonly<Record<DeliveryStatus, string>> = {
  created: 'deliveryExport.statuses.created',
  goingToLoadingPoint: 'deliveryExport.statuses.goingToLoadingPoint',
  arrivedAtLoadingPoint: 'deliveryExport.statuses.arrivedAtLoadingPoint',
  loading: 'deliveryExport.statuses.loading',
  loadingCompleted: 'deliveryExport.statuses.loadingCompleted',
  loadingFailed: 'deliveryExport.statuses.loadingFailed',
  goingToLoadingFailed: 'deliveryExport.statuses.goingToLoadingFailed',
  loadingTimeout: 'deliveryExport.statuses.loadingTimeout',
  cabinetOpen: 'deliveryExport.statuses.cabinetOpen',
  delivering: 'deliveryExport.statuses.delivering',
  arrivedAtRoom: 'deliveryExport.statuses.arrivedAtRoom',
  completed: 'deliveryExport.statuses.completed',
  notPickedUp: 'deliveryExport.statuses.notPickedUp',
  cancelled: 'deliveryExport.statuses.cancelled',
  deliveryFailed: 'deliveryExport.statuses.deliveryFailed',
  expired: 'deliveryExport.statuses.expired',
};
export const EXPORT_ORIGIN_KEYS: Readonly<Record<DeliveryOrigin, string>> = {
  console: 'deliveryExport.origins.console',
  call: 'deliveryExport.origins.call',
  robot: 'deliveryExport.origins.robot',
  demo: 'deliveryExport.origins.demo',
};
export const EXPORT_COLUMN_KEYS = [
  'deliveryExport.columns.number',
  'deliveryExport.columns.created',
  'deliveryExport.columns.robot',
  'deliveryExport.columns.from',
  'deliveryExport.columns.to',
  'deliveryExport.columns.status',
  'deliveryExport.columns.recipient',
  'deliveryExport.columns.phone',
  'deliveryExport.columns.createdBy',
  'deliveryExport.columns.origin',
  'deliveryExport.columns.ended',
  'deliveryExport.columns.took',
  'deliveryExport.columns.note',
] as const;
