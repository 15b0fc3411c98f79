/** A single picture of a robot's camera, as a JPEG file. */
import sharp from 'sharp';
import { portraitSvg } from '../../demo/portrait.ts';
import { MAPS } from '../../demo/sites.ts';
import { VIDEO_SIZE } from '../../contract/entities/robotConstants.ts';
import { createFrame } from '../camera/frame.ts';
import { createCamera } from '../camera/render.ts';
import { rgbOf } from '../camera/rgb.ts';
import { timeOn } from './localTime.ts';
import type { PictureRequest } from './messages.ts';

const { width, height } = VIDEO_SIZE['720p'];
const QUALITY = 82;

/** @throws Error if there is no such map */
export async function takePicture({ view, at, marked, ...seen }: PictureRequest): Promise<Buffer> {
  const plan = MAPS.find(({ id }) => id === view.mapId)?.plan;
  if (!plan) throw new Error(`no map ${view.mapId}`);
  const frame = createFrame(width, height);
  createCamera({ plan }).draw(frame, { ...seen, ...view, time: timeOn(view.mapId, at), ...(marked && { marked }) });
  return sharp(rgbOf(frame), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** A face of somebody who does not exist, as a JPEG file. */
export const drawPortrait = (look: number): Promise<Buffer> =>
  sharp(Buffer.from(portraitSvg(look)))
    .jpeg({ quality: QUALITY })
    .toBuffer();
