// Redis as somebody sees it who can write anything there.

import { Redis } from 'ioredis';

export async function rawRedis(url: string): Promise<{ redis: Redis; keys(): Promise<string[]> }> {
  const redis = new Redis(url, { lazyConnect: true });
  await redis.connect();
  return {
    redis,
    async keys() {
      const found = await redis.keys('*');
      redis.disconnect();
      return found;
    },
  };
}
