/** Between world metres (y north) and the map picture's pixels (y down), spec 3: coordinateX/Y and worldX/Y. */
export interface MapFrame {
  /** Metres a pixel. */
  resolution: number;
  /** Metres from the picture's bottom to its top. */
  height: number;
}

export const toPixels = ({ resolution, height }: MapFrame, x: number, y: number): [number, number] => [x / resolution, (height - y) / resolution];
/** @public */
export const toMetres = ({ resolution, height }: MapFrame, column: number, row: number): [number, number] => [column * resolution, height - row * resolution];

export const toDegrees = (theta: number): number => ((((theta * 180) / Math.PI) % 360) + 360) % 360;
export const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
