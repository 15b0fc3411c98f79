ALTER TABLE "map_pictures" ALTER COLUMN "png" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "map_pictures" ADD COLUMN "file_id" text;