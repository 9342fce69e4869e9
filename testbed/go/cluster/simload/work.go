package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

func (l *loader) name(i int) string { return fmt.Sprintf("%s%05d", l.prefix, l.offset+i) }

// each does something for every node, at the creation rate, and counts what succeeded.
func (l *loader) each(ctx context.Context, do func(context.Context, string) error) int64 {
	limit := rate.Inf
	if l.createRate > 0 {
		limit = rate.Limit(l.createRate)
	}
	return l.spread(ctx, limit, do, func(n int) bool { return n < l.nodes })
}

// update changes one object after the other, round and round, until the duration is over.
func (l *loader) update(ctx context.Context) int64 {
	ctx, cancel := context.WithTimeout(ctx, l.duration)
	defer cancel()
	return l.spread(ctx, rate.Limit(l.nrtRate), l.updateNRT, func(int) bool { return true })
}

func (l *loader) spread(ctx context.Context, limit rate.Limit, do func(context.Context, string) error, more func(int) bool) int64 {
	// A tenth of a second may be caught up with, or a busy machine never reaches the rate.
	limiter := rate.NewLimiter(limit, max(1, int(min(float64(limit), 1e6)/10)))
	var done atomic.Int64
	var workers sync.WaitGroup
	names := make(chan string)
	for range l.workers {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for name := range names {
				// A request that was begun is finished, whatever the time.
				request, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
				if err := do(request, name); err != nil {
					l.errors.Add(1)
					l.lastError.Store(err.Error())
				} else {
					done.Add(1)
				}
				cancel()
			}
		}()
	}
	for n := 0; more(n) && limiter.Wait(ctx) == nil; n++ {
		names <- l.name(n % l.nodes)
	}
	close(names)
	workers.Wait()
	return done.Load()
}
